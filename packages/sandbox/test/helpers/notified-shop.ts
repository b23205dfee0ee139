import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedNotification {
  readonly fields: ReadonlyMap<string, string>;
  readonly request: IncomingMessage;
  /** Tells connections apart. */
  readonly port: number | undefined;
}

export type ReplyHandler = (response: ServerResponse, count: number, received: ReceivedNotification) => void;

export const replyOk: ReplyHandler = (response) => void response.end("OK");

/** A shop's own server: keeps what it was told, and answers as it is told to. */
export interface NotifiedShop {
  readonly notifyUrl: string;
  readonly callbackUrl: string;
  readonly received: ReceivedNotification[];
  close(): Promise<void>;
}

export async function openNotifiedShop(reply: ReplyHandler = replyOk): Promise<NotifiedShop> {
  const received: ReceivedNotification[] = [];
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
