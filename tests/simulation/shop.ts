import type { Gateway } from "@pay-index/core";
import { runBackups } from "./backups.ts";
import type { GatewayMessage } from "./books.ts";
import { type Backends, Database } from "./database.ts";
import { SimulatedGateway } from "./gateway.ts";
import { Judge } from "./judge.ts";
import type { GatewayOrder } from "./ledger.ts";
import { Random } from "./random.ts";
import type { Owner } from "./scheduler.ts";
import type { ShopMerchant, ShopOrder, ShopParts } from "./shop-parts.ts";
import { ShopProcess } from "./shop-process.ts";
import type { World } from "./world.ts";

/** The shop: its processes, its orders and its database, and the network between it and the gateway. */
export class Shop implements ShopParts {
  readonly world: World;
  readonly judge: Judge;
  readonly database: Database;
  readonly gateway: SimulatedGateway;
  readonly merchants: readonly ShopMerchant[];
  readonly orders = new Map<string, ShopOrder>();
  #processes: ShopProcess[] = [];
  #started = 0;

  constructor(world: World, backends: Backends = {}) {
    this.world = world;
    const random = new Random(world.plan.seed, "keys");
    const keys = () => ({ key: `canary-${random.bytes(12).toString("hex")}`, previousKeys: [] });
    this.merchants = [
      { id: "10001", ...keys(), variants: ["hosted", "link", "apm"] },
      { id: "10002", ...keys(), variants: ["card", "subscription"] },
    ];
    const books = new Map<string, GatewayOrder>();
    this.judge = new Judge(world, {
      books,
      wake: (milliseconds) => {
        for (const process of this.#processes) process.wake(milliseconds);
      },
    });
    this.database = new Database(world, this.judge.mirror, backends);
    this.gateway = new SimulatedGateway({ ...this, books }, (message) => this.deliver(message));
    for (let each = 0; each < world.plan.processes; each++) this.#start();
    if (backends.server === undefined && world.mayHappen("backup restored"))
      runBackups(this, () => this.#endProcesses());
    if (world.plan.rotatesKeys)
      world.scheduler.after(random.int(world.plan.faultsEnd), () => this.#rotateKeys(random));
  }

  get processes(): readonly ShopProcess[] {
    return this.#processes;
  }

  #start(): void {
    this.#processes.push(new ShopProcess(this, `process ${++this.#started}`));
  }

  restart(dead: Owner): void {
    this.database.disconnect(dead);
    this.#processes = this.#processes.filter((each) => each !== dead);
    this.world.scheduler.after(1000 + this.world.delay(60_000), () => this.#start());
  }

  /** A redeployment with new keys. The gateway signs with them from now on. */
  #rotateKeys(random: Random): void {
    this.world.trace("staff", "replace the keys");
    for (const merchant of this.merchants) {
      merchant.previousKeys.unshift(merchant.key);
      merchant.key = `canary-${random.bytes(12).toString("hex")}`;
    }
    this.#endProcesses();
  }

  #endProcesses(): void {
    for (const process of [...this.#processes]) process.die();
  }

  /** A request of anybody to any process. Undefined: there was no answer. */
  async request<Answer>(ask: (gateway: Gateway) => Promise<Answer>): Promise<Answer | undefined> {
    await this.world.scheduler.sleep(this.world.delay(100));
    if (this.#processes.length === 0) return undefined;
    const process = this.world.random.pick(this.#processes);
    return Promise.race([ask(process.gateway), process.died]);
  }

  /** Posts a message of the gateway, or of somebody who pretends to be it, and judges the reply. */
  async deliver(message: GatewayMessage): Promise<{ status: number; body: string } | undefined> {
    const { order, to, fields, isPermitted = true } = message;
    const [attemptId = "", token = ""] = (order.form.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const [contentType, text] = this.world.random.chance(0.1)
      ? ["application/json", JSON.stringify(fields)]
      : ["application/x-www-form-urlencoded", new URLSearchParams(fields).toString()];
    const body = { kind: "raw", bytes: Buffer.from(text), contentType } as const;
    const sender = { address: isPermitted ? "192.0.2.1" : "198.51.100.9", isPermitted };
    const answer = await this.request(async (gateway) => {
      if (to === "notify") return gateway.receive({ attemptId, token: message.token ?? token, body, sender });
      const webhooks = await gateway.disputeWebhooks();
      const { url = "" } = webhooks.find(({ merchantId }) => merchantId === order.merchant.id) ?? {};
      const [tenant = "", merchantId = "", secret = ""] = url.split("/").slice(-3);
      return gateway.receiveDispute({ tenant, merchantId, token: secret, body, sender });
    }).catch(() => undefined);
    if (answer !== undefined) this.judge.reply(message, answer);
    return answer;
  }

  /** The network from a process to the gateway. */
  async fetch(process: Owner, url: string, body: string): Promise<Response> {
    const { world, gateway } = this;
    const { pathname } = new URL(url);
    const isSale = pathname === "/pay_index";
    const form = new URLSearchParams(body);
    await world.scheduler.sleep(world.delay(300), process);
    if (world.happens("request lost")) return this.#fail("connect");
    const first = gateway.handle(pathname, form);
    world.trace("gateway", () => `${pathname} ${form.get("pay_orderid")} → ${first.slice(0, 160)}`);
    const second = isSale && world.happens("request doubled") ? gateway.handle(pathname, form) : first;
    const told = gateway.tamper(pathname, form, world.random.pick([first, second]));
    await world.scheduler.sleep(world.delay(3000), process);
    if (world.happens(isSale ? "reply lost" : "operation unanswered")) return this.#fail("read");
    if (isSale) this.judge.saleAnswer(form, told);
    return { status: 200, ok: true, body: [Buffer.from(told)] } as unknown as Response;
  }

  /** A broken connection, or no answer at all. */
  #fail(syscall: string): Promise<never> {
    const cause = Object.assign(new Error("network"), { syscall, code: "ECONNRESET" });
    return this.world.random.chance(0.5)
      ? Promise.reject(new TypeError("fetch failed", { cause }))
      : new Promise(() => undefined);
  }
}
