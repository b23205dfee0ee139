import { SandboxError, type SandboxErrorCode, sandboxErrorCodes } from "../errors.ts";
import type { Failure } from "./contract.ts";

export interface CallParts {
  /** What is undefined is left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One control call: resolves with the JSON of a 2xx answer, rejects with SandboxError for everything else. */
export interface ControlCall {
  <T>(method: Method, path: string, parts?: CallParts): Promise<T>;
  /** The same, with the answer's body unread. */
  open(path: string, signal: AbortSignal | undefined): Promise<Response>;
}

export function callerOf(url: string): ControlCall {
  const base = `${url.replace(/\/+$/, "")}/_sandbox/`;
  const reach = async (address: string, init: RequestInit) => {
    try {
      return await fetch(address, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const hint = /^https?:\/\/./i.test(url) ? "" : ": its address begins with http://";
      throw new SandboxError("unreachable", `no sandbox answers at ${url}${hint}`);
    }
  };
  const send = async (method: Method, path: string, { query, body, signal }: CallParts = {}) => {
    const response = await reach(base + path + queryOf(query), {
      method,
      redirect: "error",
      ...(signal ? { signal } : {}),
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  const call = async <T>(method: Method, path: string, parts?: CallParts) =>
    (await json(await send(method, path, parts))) as T;
  return Object.assign(call, {
    open: (path: string, signal: AbortSignal | undefined) => send("GET", path, signal ? { signal } : {}),
  });
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new SandboxError("unreachable", `what answers at ${new URL(response.url).origin} is no sandbox`);
  }
}

async function failureOf(response: Response): Promise<SandboxError> {
  const failure = (await json(response)) as Partial<Failure> | null;
  const known = sandboxErrorCodes.find((code) => code === failure?.code);
  const code: SandboxErrorCode = known ?? "unreachable";
  return new SandboxError(code, failure?.error ?? `the sandbox answered ${response.status}`);
}

function queryOf(query: CallParts["query"] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size === 0 ? "" : `?${given}`;
}
