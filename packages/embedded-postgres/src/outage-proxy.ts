import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface OutageProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Closes every connection and refuses new ones, like a stopped server. */
  shut(): void;
  /** Accepts everything and answers nothing, like a failed network. */
  hush(): void;
  /** Closes every connection when it is used next, like a firewall that dropped it. Accepts new connections. */
  forget(): void;
  open(): void;
  /** Closes every connection, and leads new ones to another server, like a name after a failover. */
  leadTo(database: string): void;
  close(): void;
}

/** Starts a proxy between a pool and its database, so that a test can make the database unavailable. */
export async function startOutageProxy(database: string): Promise<OutageProxy> {
  let target = new URL(database);
  const sockets = new Map<Socket, Socket | undefined>();
  let state: "open" | "shut" | "hushed" = "open";
  const server = createServer((socket) => {
    sockets.set(
      socket.on("error", () => undefined),
      undefined,
    );
    if (state === "shut") return socket.destroy();
    if (state === "hushed") return;
    const behind = connect(Number(target.port), target.hostname).on("error", () => undefined);
    sockets.set(socket, behind);
    socket.pipe(behind).pipe(socket);
    for (const [one, other] of [[socket, behind] as const, [behind, socket] as const])
      one.on("close", () => other.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const breakAll = () => {
    for (const [socket, behind] of sockets) {
      socket.destroy();
      behind?.destroy();
    }
    sockets.clear();
  };
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
      for (const [socket, behind] of sockets) {
        socket.unpipe();
        behind?.unpipe();
      }
    },
    forget() {
      for (const [socket, behind] of sockets) {
        socket.unpipe();
        behind?.unpipe();
        socket.on("data", () => socket.resetAndDestroy()).resume();
      }
    },
    open() {
      state = "open";
    },
    leadTo(other) {
      target = new URL(other);
      breakAll();
    },
    close() {
      breakAll();
      server.close();
    },
  };
}
