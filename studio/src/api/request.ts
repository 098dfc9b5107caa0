/** Asking the server, and what it says when it cannot help. */

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
  }
}

const UNREACHABLE = "The studio's server does not answer. Start it again with “rulebook studio”, then try again.";

async function send(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, "unreachable", UNREACHABLE);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const said = JSON.parse(text) as { code?: string; message?: string };
    return new ApiError(response.status, said.code ?? "error", said.message ?? text);
  } catch {
    return new ApiError(response.status, "error", text || `The server answered ${response.status}.`);
  }
}

export async function get<T>(path: string): Promise<T> {
  return (await (await send(path)).json()) as T;
}

export async function getText(path: string): Promise<string> {
  return (await send(path)).text();
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await (await send(path, init)).json()) as T;
}

export async function postFile<T>(path: string, body: Blob): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/octet-stream" }, body };
  return (await (await send(path, init)).json()) as T;
}

/** The words of whatever was thrown. */
export function problem(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
