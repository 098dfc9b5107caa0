import { expect, test } from "vitest";
import type { Answer, DuelCard, Match, NodeList, Scene } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { pane, sceneOf, sitDown } from "./harness/table";

const studio = useStudio();

function duelCards(scene: Scene, seat: number): { hand: DuelCard[]; seen: DuelCard[] } {
  if (scene.drawing.kind !== "duels") throw new Error("that is no duel");
  const seen = scene.drawing.sides.flatMap((side) => [...side.front, ...side.back, ...side.discard, ...side.hand]);
  return { hand: scene.drawing.sides[seat]?.hand ?? [], seen: seen.flatMap((card) => card ?? []) };
}

async function headOf(match: Match): Promise<number> {
  return (await studio.server.get<Match>(`/api/matches/${match.id}`)).head;
}

/** The other seat acts from elsewhere: the first thing that it can do, rather than go on. */
async function otherActs(match: Match): Promise<void> {
  const at = await headOf(match);
  const { legal } = await sceneOf(studio.server, match.id, at, "seat1");
  const own = legal.filter(({ by, rare }) => by === "seat1" && !rare);
  const chosen = own.find(({ action }) => action.startsWith("place")) ?? own[0];
  if (!chosen) return;
  const request = { id: crypto.randomUUID(), at, by: "seat1", action: chosen.action };
  const answer = await studio.server.post<Answer>(`/api/matches/${match.id}/actions`, request);
  expect(answer.status).toBe("accepted");
}

test("whoever looks as seat 0 gets no card of the other's hand, in the page or on the wire", async () => {
  const { page, traffic } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "duels" }, "?viewer=seat0");
  for (let turn = 0; turn < 12; turn += 1) {
    await otherActs(match);
    const at = await headOf(match);
    await page.waitForSelector(`.scene[data-node="${at}"]`);
    const go = page.locator(".beside button.primary, .hand .card.movable").first();
    if ((await go.count()) > 0) await go.click();
    const target = page.locator(".card.target").first();
    if ((await target.count()) > 0) await target.click();
    const head = await headOf(match);
    await page.waitForFunction((head) => Number(document.querySelector(".scene")?.getAttribute("data-node")) >= head, head);
  }
  for (const name of ["decision", "reactions", "why", "state", "records"]) await pane(page, name);
  await page.click(".row.node:last-child .twist");

  const head = await headOf(match);
  const everything = duelCards(await sceneOf(studio.server, match.id, head, "everything"), 1);
  const seen = duelCards(await sceneOf(studio.server, match.id, head, "seat0"), 0);
  const known = new Set(seen.seen.map(({ name }) => name));
  const secret = everything.hand.filter(({ name }) => !known.has(name));
  expect(secret.length).toBeGreaterThan(0);

  const heard = await traffic.all();
  const shown = await page.content();
  for (const { id, name } of secret) {
    expect(shown, `${name} in the page`).not.toContain(name);
    expect(heard, `${name} on the wire`).not.toContain(name);
    expect(heard, `card ${id} on the wire`).not.toMatch(new RegExp(`"id":${id},"name"|(place|cast|pump) ${id} |"card":${id}\\b`));
  }
  expect(heard).not.toContain("viewer=everything");
});

test("whoever changes to a seat keeps nothing of what everything showed", async () => {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "duels" });
  const hidden = duelCards(await sceneOf(studio.server, match.id, await headOf(match), "everything"), 1).hand;
  const own = duelCards(await sceneOf(studio.server, match.id, await headOf(match), "seat0"), 0).hand;
  const names = hidden.map(({ name }) => name).filter((name) => own.every((card) => card.name !== name));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(await page.content()).toContain(name);
  await page.selectOption("[name=viewer]", "seat0");
  await page.waitForSelector(".scene[data-viewer=seat0]");
  for (const name of names) expect(await page.content(), name).not.toContain(name);
});

test("what a seat may not see is refused to it also when it asks", async () => {
  const match = await studio.server.post<Match>("/api/matches", { game: "duels", seed: "1" });
  const { nodes } = await studio.server.get<NodeList>(`/api/matches/${match.id}/nodes?from=0&count=10&viewer=seat0`);
  for (const { digest } of nodes) expect(digest).toBeNull();
  for (const path of ["decision", "state"]) {
    const response = await fetch(`${studio.server.url}/api/matches/${match.id}/nodes/1/${path}?viewer=seat0`);
    expect(response.status, path).toBe(403);
  }
});

test("side by side every seat has its own view", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "duels" }, "?viewer=sides");
  await page.waitForFunction(() => document.querySelectorAll(".scene").length === 4);
  const backs = (viewer: string) => page.locator(`.scene[data-viewer=${viewer}] .card.back`).count();
  expect(await backs("everything")).toBe(0);
  expect(await backs("seat0")).toBeGreaterThan(0);
  expect(await backs("spectator")).toBe((await backs("seat0")) + (await backs("seat1")));
});
