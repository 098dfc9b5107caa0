/** What others do, as it happens: a socket that comes back when it breaks. */

import type { LiveMessage } from "../generated/wire";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

export interface Listener {
  heard(pushed: LiveMessage): void;
  /** The socket is open (again): something may have been missed. */
  connected(): void;
  lost(): void;
}

/** Listens until the returned function is called. */
export function listen(id: string, viewer: string, listener: Listener): () => void {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let stopped = false;

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(id)}/live?viewer=${viewer}`);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      listener.connected();
    };
    socket.onmessage = (message: MessageEvent<string>) => listener.heard(JSON.parse(message.data) as LiveMessage);
    socket.onclose = () => {
      if (stopped) return;
      listener.lost();
      timer = window.setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  };

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
