import { request } from "node:http";
import { text } from "node:stream/consumers";

/** One request to an admin API, as it is sent. */
export interface AdminRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface AdminAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Sends any method, header and body, which `fetch` would not. A closed connection is the status 0. */
export function sendRequest(
  origin: string,
  { method, path, headers, body }: AdminRequest,
): Promise<AdminAnswer> {
  const { hostname, port } = new URL(origin);
  const hasBody = body.length > 0;
  const all = { ...headers, ...(hasBody ? { "content-length": String(body.length) } : {}) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: all, agent: false }, (response) => {
      const about = { status: response.statusCode ?? 0, headers: JSON.stringify(response.headers) };
      text(response).then((answer) => resolve({ ...about, body: answer }), reject);
    });
    sent.once("error", () => resolve({ status: 0, headers: "", body: "" }));
    sent.end(hasBody ? body : undefined);
  });
}
