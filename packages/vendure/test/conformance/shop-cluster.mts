import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import {
  type KillStep,
  ShopProcess,
  type ShopProcessControl,
  type ShopSettings,
} from "@pay-index/conformance";
import type { ProcessInput, ProcessReady } from "./shop-process-main.mts";
import type { TestDatabase } from "./test-database.mts";

const file = new URL("./shop-process-main.mts", import.meta.url);

export function startSingleServer(
  settings: ShopSettings,
  { database }: TestDatabase,
): Promise<ShopProcessControl<ProcessReady>> {
  return ShopProcess.start<ProcessReady>(file, { settings, database } satisfies ProcessInput);
}

/** The calls that every server must get, because any of them can run the effect. */
const broadcastCalls: ReadonlySet<string> = new Set([
  "plan",
  "failNextOrder",
  "hangOrder",
  "endHang",
  "killOncePlaced",
]);

/**
 * Two servers and a worker on one database. Each connection goes to the server whose turn it is, or to the one that is alive. The
 * worker has no connections, and runs the tasks of Vendure's scheduler.
 */
export class ShopCluster implements ShopProcessControl<ProcessReady> {
  readonly ready: ProcessReady;
  readonly #servers: readonly ShopProcess<ProcessReady>[];
  readonly #worker: ShopProcess<ProcessReady>;
  readonly #balancer: Server;
  #dead: ShopProcess<ProcessReady> | undefined;

  private constructor(
    servers: readonly ShopProcess<ProcessReady>[],
    worker: ShopProcess<ProcessReady>,
    balancer: ConnectionBalancer,
  ) {
    this.#servers = servers;
    this.#worker = worker;
    this.#balancer = balancer.server;
    this.ready = { port: balancer.port };
  }

  static async open(settings: ShopSettings, { database }: TestDatabase): Promise<ShopCluster> {
    const servers: ShopProcess<ProcessReady>[] = [];
    const balancer = await openBalancer(servers);
    const start = (cluster: ProcessInput["cluster"]) =>
      ShopProcess.start<ProcessReady>(file, { settings, database, cluster } satisfies ProcessInput);
    const { port } = balancer;
    // The first opens the channels; nobody else keeps a list of them.
    const [first, second, worker] = await Promise.all([
      start({ port, role: "server" }),
      start({ port, role: "server", isFilled: true }),
      start({ port, role: "worker", isFilled: true }),
    ]);
    servers.push(first, second);
    return new ShopCluster(servers, worker, balancer);
  }

  get #alive(): readonly ShopProcess<ProcessReady>[] {
    return this.#servers.filter((each) => each !== this.#dead);
  }

  async readLog(): Promise<string> {
    const logs = [...this.#servers, this.#worker].map((each) => each.readLog());
    return (await Promise.all(logs)).join("");
  }

  async call<Answer>(name: string, ...input: readonly unknown[]): Promise<Answer> {
    if (name === "sweep") return this.#worker.call(name, ...input);
    if (name === "read") {
      await this.#placed(...input);
      return this.call("readNow", ...input);
    }
    const asked = broadcastCalls.has(name) ? this.#alive : this.#alive.slice(0, 1);
    const [answer] = await Promise.all(asked.map((each) => each.call<Answer>(name, ...input)));
    return answer as Answer;
  }

  /** If two servers get two payments of one order, only one of them places the order. Waits for that one. */
  async #placed(...input: readonly unknown[]): Promise<void> {
    const asked = this.#alive.map(async (each) => {
      if (!(await each.call<boolean>("hasPlaced", ...input))) throw new Error("This server got no payment.");
    });
    await Promise.any(asked).catch(() => undefined);
    await Promise.all(this.#alive.map((each) => each.call("renewalsAreDone", ...input)));
  }

  async moveClock(seconds: number): Promise<void> {
    for (const each of [...this.#servers, this.#worker]) await each.moveClock(seconds);
  }

  inThirtyDays(): string {
    return this.#worker.inThirtyDays();
  }

  async restart(): Promise<void> {
    await Promise.all([...this.#servers, this.#worker].map((each) => each.restart()));
  }

  async killAfter(step: KillStep | undefined): Promise<void> {
    for (const each of this.#servers) await each.killAfter(step);
  }

  /** Waits until one server dies. The other one continues, and must not die any more. */
  async waitForDeath(): Promise<void> {
    this.#dead = await Promise.race(this.#servers.map((each) => each.waitForDeath().then(() => each)));
    for (const each of this.#alive) {
      await each.killAfter(undefined);
      await each.call("stopFailures");
    }
  }

  async startAgain(): Promise<void> {
    await this.#dead?.startAgain();
    this.#dead = undefined;
  }

  async close(): Promise<void> {
    this.#balancer.close();
    await Promise.all([...this.#servers, this.#worker].map((each) => each.close()));
  }
}

interface ConnectionBalancer {
  readonly server: Server;
  readonly port: number;
}

/** Bytes go through as they are. */
async function openBalancer(servers: readonly ShopProcess<ProcessReady>[]): Promise<ConnectionBalancer> {
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (visitor) => {
    const first = turn++;
    const ports = servers.map((_, index) => servers[(first + index) % servers.length]?.ready.port ?? 0);
    visitor.on("error", () => visitor.destroy());
    void forwardConnection(visitor, ports);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** To the first that lets the visitor in. */
async function forwardConnection(visitor: Socket, [port, ...others]: readonly number[]): Promise<void> {
  if (port === undefined) {
    visitor.destroy();
    return;
  }
  const inside = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  inside.once("error", () => void forwardConnection(visitor, others));
  inside.once("connect", () => {
    inside.removeAllListeners("error");
    inside.on("error", () => visitor.destroy());
    inside.on("close", () => visitor.destroy());
    visitor.on("close", () => inside.destroy());
    visitor.pipe(inside);
    inside.pipe(visitor);
  });
}
