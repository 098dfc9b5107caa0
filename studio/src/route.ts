/** Where the page is: everything that a link must bring back stands in the address. */

import { signal } from "@preact/signals";

export const PANES = ["decision", "reactions", "why", "state", "book", "records"] as const;
export type Pane = (typeof PANES)[number];

/** Who looks: everything, a seat, a spectator, or all of them side by side. */
export type Viewer = string;
export const EVERYTHING: Viewer = "everything";
export const SPECTATOR: Viewer = "spectator";
export const SIDE_BY_SIDE: Viewer = "sides";

export interface MatchRoute {
  page: "match";
  id: string;
  /** None: wherever the match was left. */
  node: number | null;
  viewer: Viewer;
  pane: Pane;
}

export type Route = { page: "home" } | { page: "unreadable"; link: string } | { page: "book"; game: string } | MatchRoute;

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const parts = decoded(path.split("/").filter(Boolean));
  if (!parts) return { page: "unreadable", link: hash };
  if (parts[0] === "book" && parts[1]) return { page: "book", game: parts[1] };
  if (parts[0] !== "match" || !parts[1]) return { page: "home" };
  const params = new URLSearchParams(query);
  const node = parts[2] === "node" ? Number(parts[3]) : NaN;
  return {
    page: "match",
    id: parts[1],
    node: Number.isInteger(node) && node >= 0 ? node : null,
    viewer: params.get("viewer") ?? EVERYTHING,
    pane: PANES.find((pane) => pane === params.get("pane")) ?? "decision",
  };
}

/** Text of an address as it was before it was written there; none if nothing is written so. */
function decoded(parts: string[]): string[] | null {
  try {
    return parts.map(decodeURIComponent);
  } catch (thrown) {
    if (thrown instanceof URIError) return null;
    throw thrown;
  }
}

export function writeRoute(route: Route): string {
  if (route.page === "home") return "#/";
  if (route.page === "unreadable") return route.link;
  if (route.page === "book") return `#/book/${encodeURIComponent(route.game)}`;
  const node = route.node === null ? "" : `/node/${route.node}`;
  const params = new URLSearchParams();
  if (route.viewer !== EVERYTHING) params.set("viewer", route.viewer);
  if (route.pane !== "decision") params.set("pane", route.pane);
  const query = params.size > 0 ? `?${params}` : "";
  return `#/match/${encodeURIComponent(route.id)}${node}${query}`;
}

/** A route to a match, with what is not said left as usual. */
export function matchRoute(id: string, more: Partial<MatchRoute> = {}): MatchRoute {
  return { page: "match", id, node: null, viewer: EVERYTHING, pane: "decision", ...more };
}

export const route = signal<Route>(readRoute(globalThis.location?.hash ?? ""));

/** Goes somewhere else: the back button returns. */
export function visit(next: Route): void {
  history.pushState(null, "", writeRoute(next));
  route.value = next;
}

/** Changes where one is: stepping through time must not fill the back button. */
export function amend(next: Route): void {
  history.replaceState(null, "", writeRoute(next));
  route.value = next;
}

/** Follows the address when a person changes it. */
export function followAddress(): void {
  const follow = () => {
    route.value = readRoute(location.hash);
  };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
}
