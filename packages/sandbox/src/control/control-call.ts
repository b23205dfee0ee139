import { type ErrorBody, httpStatusByErrorCode, SandboxError } from "../errors.ts";

export interface CallOptions {
  /** The query parameters. Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** One control call: resolves with the JSON of a 2xx response, rejects with SandboxError for every other response. */
export interface ControlCall {
  <T>(method: HttpMethod, path: string, parts?: CallOptions): Promise<T>;
  /** Makes the call and returns the response with its body unread. */
  open(path: string, parts: CallOptions): Promise<Response>;
}

/** A program that stood still, such as at a breakpoint, would send its next call on a connection that the sandbox has closed. */
const ownConnection = { connection: "close" };

export function createControlCall(url: string): ControlCall {
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
  const send = async (method: HttpMethod, path: string, { query, body, signal }: CallOptions = {}) => {
    const response = await reach(base + path + buildQuery(query), {
      method,
      redirect: "error",
      headers: { ...ownConnection, ...(body ? { "content-type": "application/json" } : {}) },
      ...(signal ? { signal } : {}),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw await readError(response);
    return response;
  };
  const call = async <T>(method: HttpMethod, path: string, parts?: CallOptions) =>
    (await readJsonBody(await send(method, path, parts))) as T;
  return Object.assign(call, { open: (path: string, parts: CallOptions) => send("GET", path, parts) });
}

async function readJsonBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new SandboxError("unreachable", `what answers at ${new URL(response.url).origin} is no sandbox`);
  }
}

async function readError(response: Response): Promise<SandboxError> {
  const failure = (await readJsonBody(response)) as Partial<ErrorBody> | null;
  const { code = "unreachable", error = `the sandbox answered ${response.status}` } = failure ?? {};
  return new SandboxError(Object.hasOwn(httpStatusByErrorCode, code) ? code : "unreachable", error);
}

function buildQuery(query: CallOptions["query"] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size === 0 ? "" : `?${given}`;
}
