import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type Processes, ShopProcess, type ShopSettings, type Step } from "@pay-index/conformance";
import type { Place } from "./place.mts";
import type { Given, Ready } from "./shop-process.mts";

const file = new URL("./shop-process.mts", import.meta.url);

export function oneServer(settings: ShopSettings, { database }: Place): Promise<Processes<Ready>> {
  return ShopProcess.start<Ready>(file, { settings, database } satisfies Given);
}

/** What every server must be told; whichever is asked next will do it. */
const forAll: ReadonlySet<string> = new Set(["plan", "stumble", "dieOncePlaced"]);

/**
 * Two servers and a worker on one database. Each connection goes to the server whose turn it is, or to the one that is alive. The
 * worker hears nobody, and does what Vendure's scheduler would have it do.
 */
export class ShopHouse implements Processes<Ready> {
  readonly ready: Ready;
  readonly #servers: readonly ShopProcess<Ready>[];
  readonly #worker: ShopProcess<Ready>;
  readonly #door: Server;
  #dead: ShopProcess<Ready> | undefined;

  private constructor(servers: readonly ShopProcess<Ready>[], worker: ShopProcess<Ready>, door: Door) {
    this.#servers = servers;
    this.#worker = worker;
    this.#door = door.server;
    this.ready = { port: door.port };
  }

  static async open(settings: ShopSettings, { database }: Place): Promise<ShopHouse> {
    const servers: ShopProcess<Ready>[] = [];
    const door = await openDoor(servers);
    const start = (house: Given["house"]) =>
      ShopProcess.start<Ready>(file, { settings, database, house } satisfies Given);
    const { port } = door;
    // The first opens the channels; nobody else keeps a list of them.
    const [first, second, worker] = await Promise.all([
      start({ port, role: "server" }),
      start({ port, role: "server", isFilled: true }),
      start({ port, role: "worker", isFilled: true }),
    ]);
    servers.push(first, second);
    return new ShopHouse(servers, worker, door);
  }

  get #alive(): readonly ShopProcess<Ready>[] {
    return this.#servers.filter((each) => each !== this.#dead);
  }

  get logged(): string {
    return [...this.#servers, this.#worker].map(({ logged }) => logged).join("");
  }

  async call<Answer>(name: string, ...input: readonly unknown[]): Promise<Answer> {
    if (name === "sweep") return this.#worker.call(name, ...input);
    if (name === "read") {
      await this.#placed(...input);
      return this.call("readNow", ...input);
    }
    const asked = forAll.has(name) ? this.#alive : this.#alive.slice(0, 1);
    const [answer] = await Promise.all(asked.map((each) => each.call<Answer>(name, ...input)));
    return answer as Answer;
  }

  /** Of two servers that hear of two payments of one order only one places it, and only that one can be waited for. */
  async #placed(...input: readonly unknown[]): Promise<void> {
    const asked = this.#alive.map(async (each) => {
      if (!(await each.call<boolean>("hasPlaced", ...input))) throw new Error("it has heard of no payment");
    });
    await Promise.any(asked).catch(() => undefined);
    await Promise.all(this.#alive.map((each) => each.call("renewalsAreDone", ...input)));
  }

  async pass(seconds: number): Promise<void> {
    for (const each of [...this.#servers, this.#worker]) await each.pass(seconds);
  }

  async restart(): Promise<void> {
    await Promise.all([...this.#servers, this.#worker].map((each) => each.restart()));
  }

  async dieAfter(step: Step): Promise<void> {
    for (const each of this.#servers) await each.dieAfter(step);
  }

  /** One dies. The other goes on, and is not to die any more. */
  async death(): Promise<void> {
    this.#dead = await Promise.race(this.#servers.map((each) => each.death().then(() => each)));
    for (const each of this.#alive) {
      await each.call("dieAfter");
      await each.call("calm");
    }
  }

  async revive(): Promise<void> {
    await this.#dead?.revive();
    this.#dead = undefined;
  }

  async close(): Promise<void> {
    this.#door.close();
    await Promise.all([...this.#servers, this.#worker].map((each) => each.close()));
  }
}

interface Door {
  readonly server: Server;
  readonly port: number;
}

/** Bytes go through as they are. */
async function openDoor(servers: readonly ShopProcess<Ready>[]): Promise<Door> {
  let turn = 0;
  const server = createServer({ allowHalfOpen: true }, (visitor) => {
    const first = turn++;
    const ports = servers.map((_, index) => servers[(first + index) % servers.length]?.ready.port ?? 0);
    visitor.on("error", () => visitor.destroy());
    void lead(visitor, ports);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** To the first that lets the visitor in. */
async function lead(visitor: Socket, [port, ...others]: readonly number[]): Promise<void> {
  if (port === undefined) {
    visitor.destroy();
    return;
  }
  const inside = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  inside.once("error", () => void lead(visitor, others));
  inside.once("connect", () => {
    inside.removeAllListeners("error");
    inside.on("error", () => visitor.destroy());
    inside.on("close", () => visitor.destroy());
    visitor.on("close", () => inside.destroy());
    visitor.pipe(inside);
    inside.pipe(visitor);
  });
}
