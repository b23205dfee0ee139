import { createDatabase, findFreePort, type TestDatabase } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type FaultInput, type SandboxControl } from "@pay-index/sandbox/client";
import { Client } from "pg";
import type { ChildServer } from "../../apps/demo/src/run/child-server.ts";
import { Buyer, type SeededShop } from "../../packages/medusa/test/shop/buyer.mts";
import type { PackageManager } from "../packaging/install-packages.ts";
import type { Tarballs } from "../packaging/pack-tarballs.ts";
import { BlankMedusaShop, staffLogin } from "./blank-medusa-shop.ts";

interface Parts {
  readonly blank: BlankMedusaShop;
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  readonly shop: ChildServer;
  readonly sold: SeededShop;
  readonly origin: string;
}

/** A shop from the packed packages, built and started, and its gateway. */
export class MedusaAdminSetup implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #control: SandboxControl;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#control = createControlClient(parts.sandbox.url);
  }

  static async open(tarballs: Tarballs, installer: PackageManager): Promise<MedusaAdminSetup> {
    const blank = await BlankMedusaShop.install(tarballs, installer);
    await blank.build();
    return MedusaAdminSetup.start(blank);
  }

  /**
   * Starts a shop that is built, with a database of its own.
   *
   * @param operations `all`: the shop also refunds and cancels through the gateway, and receives disputes
   */
  static async start(
    blank: BlankMedusaShop,
    operations: "all" | "query" = "query",
  ): Promise<MedusaAdminSetup> {
    const database = await createDatabase();
    const sold = await blank.fill(database.url);
    const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [100, 200] });
    const port = String(await findFreePort("localhost"));
    const env = { DATABASE_URL: database.url, SANDBOX_URL: sandbox.url, PORT: port, OPERATIONS: operations };
    const shop = await blank.start(env);
    return new MedusaAdminSetup({ blank, database, sandbox, shop, sold, origin: `http://127.0.0.1:${port}` });
  }

  get origin(): string {
    return this.#parts.origin;
  }

  get blank(): BlankMedusaShop {
    return this.#parts.blank;
  }

  /** The gateway of the shop. */
  get gateway(): SandboxControl {
    return this.#control;
  }

  /** From now on, these faults happen to an attempt. */
  async setFaults(attemptId: string, ...faults: FaultInput[]): Promise<void> {
    await this.#control.setFaults({ of: "order", orderId: attemptId }, faults);
  }

  /** A cart whose buyer is on the payment page of the gateway. */
  async begin(): Promise<{ buyer: Buyer; cartId: string; attemptId: string }> {
    const { origin, sold } = this.#parts;
    const buyer = new Buyer(origin, sold.publishableKey);
    const cartId = await buyer.isReadyToPay(sold);
    const { status, body } = await buyer.start();
    if (status !== 200) throw new Error(`the payment was not started: ${JSON.stringify(body)}`);
    return { buyer, cartId, attemptId: body.payment.attempt_id };
  }

  /** A cart whose payment the gateway declined, after the shop has heard of it. */
  async fail(): Promise<{ cartId: string; attemptId: string }> {
    const { cartId, attemptId } = await this.begin();
    await this.#control.resolve(attemptId, { outcome: "failed" });
    await this.#control.nextDelivery(attemptId, { timeout: 20_000 });
    return { cartId, attemptId };
  }

  /** Makes the jobs of an attempt overdue, as if a process had taken them and hung. */
  holdJobs(attemptId: string): Promise<void> {
    return this.#changeJobs(attemptId, { dueAt: new Date("2020-01-01"), lease: "held" });
  }

  /** Ends `holdJobs`: the jobs are due in a day. */
  releaseJobs(attemptId: string): Promise<void> {
    return this.#changeJobs(attemptId, { dueAt: new Date(Date.now() + 86_400_000), lease: null });
  }

  async #changeJobs(
    attemptId: string,
    { dueAt, lease }: { dueAt: Date; lease: string | null },
  ): Promise<void> {
    const client = new Client({ connectionString: this.#parts.database.url });
    await client.connect();
    const leasedUntil = lease === null ? null : new Date(Date.now() + 3_600_000).toISOString();
    const text =
      "UPDATE pay_index_job SET due_at = $1, lease_token = $2, lease_until = $3 WHERE attempt_id = $4 AND status = 'due'";
    const values = [dueAt.toISOString(), lease, leasedUntil, attemptId];
    const { rowCount } = await client.query(text, values).finally(() => client.end());
    if (rowCount !== 1) throw new Error(`the attempt has ${rowCount} jobs`);
  }

  /** A cart that a buyer has paid, with whatever goes wrong, after the shop has heard of it. */
  async pay(faults: FaultInput[] = []): Promise<{ cartId: string; orderId?: string; attemptId: string }> {
    const { buyer, cartId, attemptId } = await this.begin();
    await this.#control.setFaults({ of: "order", orderId: attemptId }, faults);
    await this.#control.resolve(attemptId, { outcome: "paid" });
    await this.#control.nextDelivery(attemptId, { timeout: 20_000 });
    const { body: told } = await buyer.status();
    return { cartId, orderId: told.payment.order_id, attemptId };
  }

  /** A cart that has begun a plan of twelve months, two of which are paid by now, with whatever goes wrong in the second. */
  async subscribe({
    faults = [],
    email = "ada@example.com",
  }: {
    readonly faults?: FaultInput[];
    readonly email?: string;
  } = {}): Promise<{ orderId: string; attemptId: string }> {
    const { origin, sold } = this.#parts;
    const buyer = new Buyer(origin, sold.publishableKey);
    await buyer.isReadyToPay(sold, { email });
    const { status, body } = await buyer.start({ provider_id: "pp_pay-index_subscription" });
    if (status !== 200) throw new Error(`the payment was not started: ${JSON.stringify(body)}`);
    await buyer.postCard(body.payment);
    const [latest] = (await this.#control.latestOrders({ limit: 1 })).orders;
    const attemptId = latest?.orderId ?? "";
    await this.#control.nextDelivery(attemptId, { timeout: 20_000 });
    const { body: told } = await buyer.status();
    await this.#control.setFaults({ of: "order", orderId: attemptId }, faults);
    await this.#control.advance({ days: 31 });
    await this.#control.setFaults({ of: "order", orderId: attemptId }, []);
    return { orderId: told.payment.order_id, attemptId };
  }

  /** Sends requests as staff. */
  async #signIn(): Promise<(path: string, body?: object) => Promise<Response>> {
    const { origin } = this.#parts;
    const headers: Record<string, string> = { "content-type": "application/json" };
    const ask = (path: string, body?: object): Promise<Response> =>
      fetch(origin + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
    const { token } = (await (await ask("/auth/user/emailpass", staffLogin)).json()) as Any;
    headers.authorization = `Bearer ${token}`;
    return ask;
  }

  /** Staff close the first review item of a cart. */
  async close(cartId: string): Promise<void> {
    const ask = await this.#signIn();
    const { payment } = (await (await ask(`/admin/pay-index/carts/${cartId}`)).json()) as Any;
    const path = `/admin/pay-index/review-items/${payment.review_items[0].id}/resolution`;
    const { status } = await ask(path, { action: "dismiss", note: "Elsewhere." });
    if (status !== 200) throw new Error(`the item was not closed: ${status}`);
  }

  /** Staff ask for a refund in Medusa's own way. Gives the status of the answer. */
  async refund(orderId: string): Promise<number> {
    const ask = await this.#signIn();
    const { id } = await this.paymentOf(orderId);
    return (await ask(`/admin/payments/${id}/refund`, { amount: 10 })).status;
  }

  /** The payment of the order as Medusa has it. */
  async paymentOf(orderId: string): Promise<{ id: string; refunds: { amount: number }[] }> {
    const ask = await this.#signIn();
    const fields = "payment_collections.payments.id,payment_collections.payments.refunds.amount";
    const { order } = (await (await ask(`/admin/orders/${orderId}?fields=${fields}`)).json()) as Any;
    return order.payment_collections[0].payments[0];
  }

  /** The amounts of the order's refunds as Medusa has them. */
  async refundsOf(orderId: string): Promise<number[]> {
    return (await this.paymentOf(orderId)).refunds.map(({ amount }) => amount);
  }

  /** The gateway reports a chargeback or an alert about a paid order to the dispute webhook of the shop. */
  async dispute(attemptId: string, type: "chargeback" | "ethoca_alert" | "rdr_alert"): Promise<void> {
    await this.#control.dispute(attemptId, { type });
    const { outcome } = await this.#control.nextDelivery(attemptId, { timeout: 20_000 });
    if (outcome !== "ok") throw new Error(`not reported: ${outcome}`);
  }

  /** An order that is placed. */
  async paid(): Promise<{ orderId: string; attemptId: string }> {
    const { orderId, attemptId } = await this.pay();
    if (orderId === undefined) throw new Error("no order was placed");
    return { orderId, attemptId };
  }

  /** Stops the shop and its gateway, and keeps the built shop. */
  async stop(): Promise<void> {
    const { shop, sandbox, database } = this.#parts;
    await shop.end();
    await sandbox.close();
    await database.drop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.blank[Symbol.asyncDispose]();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what Medusa's Admin API answers
type Any = any;
