import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";

export interface ShopReply {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  /** Status line, headers and body as they went over the wire. */
  readonly raw: string;
}

export interface ShopRequest {
  readonly method: string;
  readonly type?: string | null;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export async function sendRequest(
  port: number,
  path: string,
  { method, type, body, ...more }: ShopRequest,
): Promise<ShopReply> {
  const headers = {
    ...(type === undefined || type === null ? {} : { "content-type": type }),
    ...more.headers,
  };
  const request = httpRequest({ port, host: "127.0.0.1", path, method, headers, agent: false });
  request.end(body);
  const [response] = await once(request, "response");
  const content = await text(response);
  const raw = `${response.statusMessage}\n${response.rawHeaders.join("\n")}\n\n${content}`;
  return { status: response.statusCode, body: content, location: response.headers.location, raw };
}

/** Old servers look for these two letters anywhere in an answer, in any case (REP-REFUSAL). */
export function expectNoOk({ status, raw }: Pick<ShopReply, "status" | "raw">): void {
  if (status >= 300) expect(raw.toLowerCase()).not.toContain("ok");
}
