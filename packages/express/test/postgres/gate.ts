import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Gate {
  /** The database, through the gate. */
  readonly url: string;
  /** Breaks every connection and refuses new ones, as a server that has gone. */
  shut(): void;
  /** Says nothing more, and takes everything, as a network that has gone. */
  hush(): void;
  open(): void;
}

/** Stands between a pool and its database, so that a test can take the database away. Goes after the test. */
export async function gateBefore(database: string): Promise<Gate> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let state: "open" | "shut" | "hushed" = "open";
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    if (state === "shut") return socket.destroy();
    if (state === "hushed") return;
    const behind = connect(Number(target.port), target.hostname).on("error", () => undefined);
    sockets.add(behind);
    socket.pipe(behind).pipe(socket);
    for (const [one, other] of [[socket, behind] as const, [behind, socket] as const])
      one.on("close", () => other.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    breakAll();
    server.close();
  });
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    shut() {
      state = "shut";
      breakAll();
    },
    hush() {
      state = "hushed";
      for (const socket of sockets) socket.unpipe();
    },
    open() {
      state = "open";
    },
  };
}
