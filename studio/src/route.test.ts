import { expect, test } from "vitest";
import { matchRoute, readRoute, writeRoute, type Route } from "./route";

test("every route is read back as it was written", () => {
  const routes: Route[] = [
    { page: "home" },
    { page: "book", game: "tic-tac-toe" },
    matchRoute("a b"),
    matchRoute("m1", { node: 0 }),
    matchRoute("m1", { node: 9999, viewer: "seat1", pane: "state" }),
  ];
  for (const route of routes) expect(readRoute(writeRoute(route))).toEqual(route);
});

test("an address that cannot be decoded is kept, to be shown", () => {
  for (const link of ["#/match/%zz", "#/book/%", "#/match/m1/node/%e0%a4?pane=why"]) {
    expect(readRoute(link)).toEqual({ page: "unreadable", link });
    expect(writeRoute(readRoute(link))).toBe(link);
  }
});

test("an address that makes no sense leads home, or to where the match was left", () => {
  expect(readRoute("#/nowhere/at/all")).toEqual({ page: "home" });
  expect(readRoute("")).toEqual({ page: "home" });
  expect(readRoute("#/match/m1/node/minus?pane=kitchen")).toEqual(matchRoute("m1"));
  expect(readRoute("#/match/m1/node/-3")).toEqual(matchRoute("m1"));
});
