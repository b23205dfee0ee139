import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type FaultInput, type SandboxControl } from "@pay-index/sandbox/client";
import { type ChildServer, startChildServer } from "../../apps/demo/src/run/child-server.ts";
import { Buyer } from "../../packages/vendure/test/shop/buyer.mts";
import { StaffMember } from "../../packages/vendure/test/shop/staff-member.mts";

interface Backlog {
  readonly count: number;
  readonly oldestAt: string;
}

export interface HealthRecord {
  readonly lastNotificationAt: string;
  readonly lastSweepAt: string | null;
  readonly overdueJobs: Backlog;
  readonly reviewItems: Backlog;
}

/** A shop from the packed packages, its dashboard, and the gateway. */
export class DashboardSetup implements AsyncDisposable {
  readonly #sandbox: Sandbox;
  readonly #shop: ChildServer;
  readonly #control: SandboxControl;
  readonly origin: string;

  private constructor(sandbox: Sandbox, shop: ChildServer, origin: string) {
    this.#sandbox = sandbox;
    this.#shop = shop;
    this.#control = createControlClient(sandbox.url);
    this.origin = origin;
  }

  /**
   * @param folder of a shop that is installed and whose dashboard is built
   * @param operations `all`: the shop also refunds and cancels through the gateway, and receives disputes
   */
  static async open(folder: string, operations: "all" | "query" = "query"): Promise<DashboardSetup> {
    const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [100, 200] });
    const port = String(await findFreePort("localhost"));
    const shop = await startChildServer({
      name: "shop",
      args: ["shop.ts"],
      cwd: folder,
      env: { PORT: port, SANDBOX_URL: sandbox.url, OPERATIONS: operations },
      ready: /^shop: ready/,
    });
    return new DashboardSetup(sandbox, shop, `http://127.0.0.1:${port}`);
  }

  /** An order whose buyer was sent to the gateway, and has not paid yet. */
  async started(): Promise<{ code: string; attemptId: string }> {
    const { buyer, code } = await this.#cartWith("lamp");
    const { state } = await buyer.start({ method: "hosted" });
    if (state !== "REDIRECT") throw new Error(`the order was not started: ${state}`);
    const [latest] = (await this.#control.latestOrders({ limit: 1 })).orders;
    return { code, attemptId: latest?.orderId ?? "" };
  }

  /** The gateway of the shop. */
  get gateway(): SandboxControl {
    return this.#control;
  }

  /** From now on, these faults happen to an attempt. */
  async setFaults(attemptId: string, ...faults: FaultInput[]): Promise<void> {
    await this.#control.setFaults({ of: "order", orderId: attemptId }, faults);
  }

  /** A placed order. */
  async paid(): Promise<{ code: string; attemptId: string }> {
    const started = await this.started();
    await this.#pay(started.attemptId);
    return started;
  }

  /** An order that a buyer has paid, with whatever goes wrong. Gives its code, after the shop has heard of it. */
  async order(faults: FaultInput[] = [], meanwhile?: "cancelled"): Promise<string> {
    const { code, attemptId } = await this.started();
    if (meanwhile === "cancelled") await this.#cancel(code);
    await this.setFaults(attemptId, ...faults);
    await this.#pay(attemptId);
    return code;
  }

  async #pay(attemptId: string): Promise<void> {
    await this.#control.resolve(attemptId, { outcome: "paid" });
    await this.#control.nextDelivery(attemptId, { timeout: 10_000 });
  }

  /** An order that begins a plan of twelve months, two of which are paid by now, with whatever goes wrong in the second. */
  async subscription(faults: FaultInput[] = []): Promise<{ code: string; attemptId: string }> {
    const { buyer, code } = await this.#cartWith("tea");
    const { action, formToken } = await buyer.start({ method: "subscription" });
    const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "739" };
    await fetch(action, {
      method: "POST",
      redirect: "manual",
      headers: { origin: this.origin, "user-agent": "Buyer/1.0" },
      body: new URLSearchParams({ ...card, form_token: formToken }),
    });
    const [latest] = (await this.#control.latestOrders({ limit: 1 })).orders;
    const attemptId = latest?.orderId ?? "";
    await this.#control.nextDelivery(attemptId, { timeout: 10_000 });
    await this.#control.setFaults({ of: "order", orderId: attemptId }, faults);
    await this.#control.advance({ days: 31 });
    await this.#control.setFaults({ of: "order", orderId: attemptId }, []);
    return { code, attemptId };
  }

  /** An order that a buyer tries to pay so many times, in vain. Gives its code. */
  async declined(times: number): Promise<string> {
    const { buyer, code } = await this.#cartWith("lamp");
    for (let left = times; left > 0; left--) {
      await buyer.start({ method: "hosted" });
      const [latest] = (await this.#control.latestOrders({ limit: 1 })).orders;
      const attemptId = latest?.orderId ?? "";
      await this.#control.resolve(attemptId, { outcome: "failed" });
      await this.#control.nextDelivery(attemptId, { timeout: 10_000 });
    }
    return code;
  }

  /** A second channel, in which nothing is sold. */
  async openChannel(): Promise<void> {
    const staff = await StaffMember.signIn(this.origin);
    const read = "{ activeChannel { defaultTaxZone { id } defaultShippingZone { id } } }";
    const { defaultTaxZone, defaultShippingZone } = await staff.ask(read);
    const input = {
      ...{ code: "north", token: "north", defaultLanguageCode: "en", pricesIncludeTax: false },
      ...{ defaultCurrencyCode: "USD", availableCurrencyCodes: ["USD"] },
      ...{ defaultTaxZoneId: defaultTaxZone.id, defaultShippingZoneId: defaultShippingZone.id },
    };
    const open = "mutation ($input: CreateChannelInput!) { createChannel(input: $input) { __typename } }";
    const { __typename } = await staff.ask(open, { input });
    if (__typename !== "Channel") throw new Error(`not opened: ${__typename}`);
  }

  /** The gateway closes it, and tells the shop. */
  async close(attemptId: string): Promise<void> {
    await this.#control.closeOrder(attemptId);
    await this.#control.advance({ days: 31 });
  }

  async #cartWith(slug: string): Promise<{ buyer: Buyer; code: string }> {
    const buyer = new Buyer(this.origin);
    const { variants } = await buyer.ask(
      "query ($slug: String!) { product(slug: $slug) { variants { id } } }",
      {
        slug,
      },
    );
    return { buyer, code: await buyer.isReadyToPay(variants[0].id) };
  }

  async #cancel(code: string): Promise<void> {
    const staff = await StaffMember.signIn(this.origin);
    const cancel = `mutation ($id: ID!) { transitionOrderToState(id: $id, state: "Cancelled") { __typename } }`;
    const { __typename } = await staff.ask(cancel, { id: await this.idOf(code) });
    if (__typename !== "Order") throw new Error(`not cancelled: ${__typename}`);
  }

  /** Another member of staff closes the review items of an order. */
  async resolve(code: string, note: string): Promise<void> {
    const staff = await StaffMember.signIn(this.origin);
    const read =
      "query ($orderId: ID!) { payIndexPayment(orderId: $orderId) { reviewItems { item { id } } } }";
    const { reviewItems } = await staff.ask(read, { orderId: await this.idOf(code) });
    const ids = reviewItems.map(({ item }: { item: { id: string } }) => item.id);
    const close =
      "mutation ($input: ResolvePayIndexReviewItemsInput!) { resolvePayIndexReviewItems(input: $input) { problem } }";
    await staff.ask(close, { input: { ids, action: "DISMISS", note } });
  }

  /** The order as Vendure has it. */
  async orderRecord(code: string): Promise<unknown> {
    const staff = await StaffMember.signIn(this.origin);
    const read =
      "query ($id: ID!) { order(id: $id) { state totalWithTax payments { amount state method } } }";
    return staff.ask(read, { id: await this.idOf(code) });
  }

  /** Staff refund a part of an order, in minor units. The gateway has accepted it then. */
  async refund(code: string, amount: number): Promise<void> {
    const staff = await StaffMember.signIn(this.origin);
    const read = "query ($id: ID!) { order(id: $id) { payments { id } } }";
    const { payments } = await staff.ask(read, { id: await this.idOf(code) });
    const text = "mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename } }";
    const none = { lines: [], shipping: 0, adjustment: 0 };
    const input = { paymentId: payments[0].id, amount, reason: "Returned", ...none };
    const { __typename } = await staff.ask(text, { input });
    if (__typename !== "Refund") throw new Error(`not refunded: ${__typename}`);
  }

  /** The gateway reports a chargeback or an alert about a paid order to the dispute webhook of the shop. */
  async dispute(attemptId: string, type: "chargeback" | "ethoca_alert" | "rdr_alert"): Promise<void> {
    await this.#control.dispute(attemptId, { type });
    const { outcome } = await this.#control.nextDelivery(attemptId, { timeout: 10_000 });
    if (outcome !== "ok") throw new Error(`not reported: ${outcome}`);
  }

  /** The refunds of the order, as Vendure has them. */
  async refundRecords(code: string): Promise<{ total: number; state: string }[]> {
    const staff = await StaffMember.signIn(this.origin);
    const read = "query ($id: ID!) { order(id: $id) { payments { refunds { total state } } } }";
    const { payments } = await staff.ask(read, { id: await this.idOf(code) });
    return payments.flatMap(({ refunds }: { refunds: { total: number; state: string }[] }) => refunds);
  }

  /** The ids of the transactions that paid the order, as Vendure has them. */
  async transactionsOf(code: string): Promise<string[]> {
    const staff = await StaffMember.signIn(this.origin);
    const read = "query ($id: ID!) { order(id: $id) { payments { transactionId } } }";
    const { payments } = await staff.ask(read, { id: await this.idOf(code) });
    return payments.map(({ transactionId }: { transactionId: string }) => transactionId);
  }

  /** The health as the Admin API has it. */
  async health(): Promise<HealthRecord> {
    const staff = await StaffMember.signIn(this.origin);
    return staff.ask(
      "{ payIndexHealth { lastNotificationAt lastSweepAt overdueJobs { count oldestAt } reviewItems { count oldestAt } } }",
    );
  }

  /** The oldest job that is due later becomes due ten minutes ago, and nobody takes it up. */
  async delayJob(): Promise<void> {
    const { status } = await fetch(`${this.origin}/delay-job`, { method: "POST" });
    if (status !== 204) throw new Error(`no job was delayed: ${status}`);
  }

  /** As it stands in the address of the order's page. */
  async idOf(code: string): Promise<string> {
    const staff = await StaffMember.signIn(this.origin);
    const find =
      "query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }";
    return (await staff.ask(find, { code })).items[0].id;
  }

  /** How staff like the dashboard to be: Vendure keeps it with the account. */
  async prefer(settings: object): Promise<void> {
    const staff = await StaffMember.signIn(this.origin);
    const set =
      "mutation ($input: SettingsStoreInput!) { setSettingsStoreValue(input: $input) { result error } }";
    await staff.ask(set, { input: { key: "vendure.dashboard.userSettings", value: settings } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shop.end();
    await this.#sandbox.close();
  }
}
