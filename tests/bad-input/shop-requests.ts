import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
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

/** Many POSTs that lack their last byte, and then get it in one go. */
export async function sendRequestsTogether(
  { port, path, times }: { readonly port: number; readonly path: string; readonly times: number },
  { type, body }: ShopRequest,
): Promise<string[]> {
  const bytes = body ?? Buffer.alloc(0);
  const head = `POST ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: times }, async (): Promise<Socket> => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      await new Promise((written) =>
        socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, -1)]), written),
      );
      return socket;
    }),
  );
  const answers = sockets.map((socket) => text(socket));
  for (const socket of sockets) socket.end(bytes.subarray(-1));
  return Promise.all(answers);
}

/** Old servers look for these two letters anywhere in an answer, in any case (REP-REFUSAL). */
export function expectNoOk({ status, raw }: Pick<ShopReply, "status" | "raw">): void {
  if (status >= 300) expect(raw.toLowerCase()).not.toContain("ok");
}
