import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly fields: ReadonlyMap<string, string>;
  readonly request: IncomingMessage;
  /** Tells connections apart. */
  readonly port: number | undefined;
}

export type Reply = (response: ServerResponse, count: number, received: Received) => void;

export const ok: Reply = (response) => void response.end("OK");

/** A shop's own server: keeps what it was told, and answers as it is told to. */
export interface Shop {
  readonly notifyUrl: string;
  readonly callbackUrl: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export async function openShop(reply: Reply = ok): Promise<Shop> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const port = request.socket.remotePort;
    response.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const one = { request, port, fields: new Map(new URLSearchParams(body)) };
      received.push(one);
      reply(response, received.length, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    notifyUrl: `${url}/notify`,
    callbackUrl: `${url}/return`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
