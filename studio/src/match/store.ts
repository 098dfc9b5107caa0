/** One match as the page knows it: its nodes, the line that is looked at, what others do. */

import { computed, signal } from "@preact/signals";
import { listen } from "../api/live";
import { problem } from "../api/request";
import { studio } from "../api/studio";
import { amend, EVERYTHING, matchRoute, route, SIDE_BY_SIDE, type MatchRoute, type Viewer } from "../route";
import { growTree, lineThrough, remember } from "../timeline/tree";
import type { LiveMessage, Match, NodeLine } from "../generated/wire";
import type { Who } from "../words";

/** How many nodes are fetched at once. */
const PAGE = 2_000;

export class MatchStore {
  readonly id: string;
  readonly match = signal<Match | null>(null);
  readonly error = signal<string | null>(null);
  readonly nodes = signal<NodeLine[]>([]);
  /** Whether something is being done, whose answer has not come yet. */
  isBusy = false;
  readonly thinking = signal<Who | null>(null);
  readonly connected = signal(true);
  /** Counts what makes a scene old although its node is the same: a choice that was asked. */
  readonly stir = signal(0);

  readonly place = computed<MatchRoute>(() => {
    const at = route.value;
    return at.page === "match" && at.id === this.id ? at : matchRoute(this.id);
  });
  readonly viewer = computed<Viewer>(() => this.place.value.viewer);
  /** As whom the timeline and the panes look: side by side shows everything anyway. */
  readonly eye = computed<Viewer>(() => (this.viewer.value === SIDE_BY_SIDE ? EVERYTHING : this.viewer.value));
  readonly node = computed<number>(() => this.place.value.node ?? this.match.value?.head ?? 0);
  readonly tree = computed(() => growTree(this.nodes.value));
  readonly line = computed(() => lineThrough(this.tree.value, this.node.value, this.taken));

  private readonly taken = new Map<number, number>();
  private stop: (() => void) | null = null;

  constructor(id: string) {
    this.id = id;
  }

  /** Fetches the match and listens, as somebody; until `close`. */
  async open(eye: Viewer): Promise<void> {
    this.close();
    this.error.value = null;
    this.nodes.value = [];
    try {
      this.match.value = await studio.match(this.id, eye);
      await this.fetchNodes(eye);
      this.settle(this.match.value.head);
    } catch (thrown) {
      this.error.value = problem(thrown);
      return;
    }
    if (eye !== this.eye.value) return;
    this.stop = listen(this.id, eye, {
      heard: (pushed) => this.heard(pushed),
      connected: () => {
        this.connected.value = true;
        this.fetchMissed(eye);
      },
      lost: () => (this.connected.value = false),
    });
  }

  close(): void {
    this.stop?.();
    this.stop = null;
  }

  /** Goes to a node; the line through it is remembered. */
  go(node: number): void {
    this.error.value = null;
    remember(this.tree.value, node, this.taken);
    amend({ ...this.place.value, node });
  }

  /** Without a node, or with one that is not there, one looks at where the match was left. */
  private settle(head: number): void {
    const wanted = this.place.value.node;
    const last = this.nodes.value.length - 1;
    if (wanted !== null && wanted <= last) return;
    this.go(head);
    if (wanted !== null) this.error.value = `There is no step ${wanted} in this match: this is where it was left.`;
  }

  /** So many steps along the line, forward or back. */
  step(steps: number): void {
    const line = this.line.value;
    const at = line.indexOf(this.node.value);
    const to = line[Math.min(Math.max(at + steps, 0), line.length - 1)];
    if (to !== undefined) this.go(to);
  }

  amend(change: Partial<MatchRoute>): void {
    amend({ ...this.place.value, ...change });
  }

  /** Takes in a node that is new, and follows it if one stood where it began. */
  add(line: NodeLine): void {
    const nodes = this.nodes.value;
    if (line.node === nodes.length) this.nodes.value = [...nodes, line];
    else if (line.node > nodes.length) this.fetchMissed(this.eye.value);
    if (line.parent === this.node.value) this.go(line.node);
  }

  /** The child of a node where the same was done, if there is one. */
  childBy(node: number, by: Who, action: string): number | null {
    const children = this.tree.value.children[node] ?? [];
    const found = children.find((child) => {
      const line = this.nodes.value[child];
      return line?.by === by && line.action === action && line.answers.length === 0;
    });
    return found ?? null;
  }

  private heard(message: LiveMessage): void {
    if (message.type !== "thinking") this.thinking.value = null;
    switch (message.type) {
      case "node":
        return this.add(message.node);
      case "thinking":
        this.thinking.value = message.by;
        return;
      case "pending":
        this.stir.value += 1;
        return;
      case "missed":
        this.fetchMissed(this.eye.value);
        return;
      case "broken":
        this.error.value = message.message;
        return;
      case "error":
        this.error.value = message.error.message;
        return;
      case "idle":
      case "answer":
        // The page acts by requests, whose answers come back to them.
        return;
    }
  }

  /** Whoever stood where the match had come to is taken along. */
  private fetchMissed(eye: Viewer): void {
    const stood = this.node.value;
    const wasLast = (this.tree.value.children[stood] ?? []).length === 0;
    const follow = () => {
      const end = this.line.value.at(-1);
      if (wasLast && this.node.value === stood && end !== undefined && end !== stood) this.go(end);
    };
    this.fetchNodes(eye).then(follow, (thrown: unknown) => (this.error.value = problem(thrown)));
  }

  private async fetchNodes(eye: Viewer): Promise<void> {
    const fetched = [...this.nodes.value];
    for (;;) {
      const { nodes, total } = await studio.nodes(this.id, eye, fetched.length, PAGE);
      fetched.push(...nodes);
      if (fetched.length >= total || nodes.length === 0) break;
    }
    // What was pushed meanwhile is not to be lost.
    if (eye === this.eye.value && fetched.length >= this.nodes.value.length) this.nodes.value = fetched;
  }
}
