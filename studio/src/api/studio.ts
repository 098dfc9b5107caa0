/** Everything that the page asks the server. */

import type {
  ActionRequest,
  Answer,
  AnswerRequest,
  Book,
  BotRequest,
  Change,
  Coverage,
  Decision,
  GameInfo,
  Happening,
  Match,
  NewMatch,
  NodeList,
  RecordOpened,
  RecordVerdict,
  Scene,
  StateNode,
  WhyRequest,
  WithdrawRequest,
} from "../generated/wire";
import { get, getText, post, postFile } from "./request";

/** Every action has a name of its own, so that saying it twice does it once. */
function newId(): string {
  return crypto.randomUUID();
}

const match = (id: string) => `/api/matches/${encodeURIComponent(id)}`;

export const studio = {
  games: () => get<GameInfo[]>("/api/games"),
  book: (game: string) => get<Book>(`/api/games/${game}/book`),
  simulate: (game: string, games: number, seed: string) =>
    get<Coverage>(`/api/games/${game}/coverage?games=${games}&seed=${encodeURIComponent(seed)}`),

  /** The newest matches, or those that were begun before one. */
  matches: (limit: number, before: string | null) =>
    get<Match[]>(`/api/matches?limit=${limit}${before === null ? "" : `&before=${encodeURIComponent(before)}`}`),
  match: (id: string, viewer: string) => get<Match>(`${match(id)}?viewer=${viewer}`),
  start: (wanted: NewMatch) => post<Match>("/api/matches", wanted),
  nodes: (id: string, viewer: string, from: number, count: number) =>
    get<NodeList>(`${match(id)}/nodes?from=${from}&count=${count}&viewer=${viewer}`),
  scene: (id: string, node: number, viewer: string) => get<Scene>(`${match(id)}/nodes/${node}?viewer=${viewer}`),

  act: (id: string, viewer: string, action: Omit<ActionRequest, "id">) =>
    post<Answer>(`${match(id)}/actions?viewer=${viewer}`, { id: newId(), ...action } satisfies ActionRequest),
  answer: (id: string, viewer: string, answer: Omit<AnswerRequest, "id">) =>
    post<Answer>(`${match(id)}/answers?viewer=${viewer}`, { id: newId(), ...answer } satisfies AnswerRequest),
  withdraw: (id: string, viewer: string, at: number) =>
    post<Answer>(`${match(id)}/withdraw?viewer=${viewer}`, { id: newId(), at } satisfies WithdrawRequest),
  letMove: (id: string, viewer: string, at: number, by: string) =>
    post<Answer>(`${match(id)}/bot?viewer=${viewer}`, { id: newId(), at, by } satisfies BotRequest),

  decision: (id: string, node: number) => get<Decision>(`${match(id)}/nodes/${node}/decision`),
  happening: (id: string, node: number, viewer: string) =>
    get<Happening>(`${match(id)}/nodes/${node}/happening?viewer=${viewer}`),
  why: (id: string, asked: WhyRequest) => post<Decision>(`${match(id)}/why`, asked),
  state: (id: string, node: number) => get<StateNode>(`${match(id)}/nodes/${node}/state`),
  /** The same at once, without what wrote it. */
  bareState: (id: string, node: number) => get<StateNode>(`${match(id)}/nodes/${node}/state?writers=false`),
  diff: (id: string, from: number, to: number) => get<Change[]>(`${match(id)}/diff?from=${from}&to=${to}`),
  coverage: (id: string) => get<Coverage>(`${match(id)}/coverage`),

  record: (id: string, node: number) => getText(`${match(id)}/record?node=${node}`),
  open: (file: Blob) => postFile<RecordOpened>("/api/records", file),
  verify: (file: Blob) => postFile<RecordVerdict>("/api/records/verify", file),
};
