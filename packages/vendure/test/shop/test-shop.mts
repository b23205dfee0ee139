import { successCard } from "@pay-index/conformance/card-canary";
import { findFreePort } from "@pay-index/embedded-postgres";
import { createSandbox, type FaultInput, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import { PayIndexService, type Variant } from "@pay-index/vendure";
import {
  ConfigService,
  type ID,
  Injector,
  Order,
  TransactionalConnection,
  type VendureConfig,
} from "@vendure/core";
import { expect } from "vitest";
import { createChannels } from "../conformance/channels.mts";
import type { TestDatabase } from "../conformance/test-database.mts";
import type { Any } from "./api-session.mts";
import { Buyer } from "./buyer.mts";
import { createCustomer, sellProduct } from "./catalog-and-orders.mts";
import { openVendure, originOf, type Vendure, type VendureSettings } from "./open-vendure.mts";
import { StaffMember } from "./staff-member.mts";

const readOrder = `query ($id: ID!) { order(id: $id) { payments { refunds { id total state transactionId } }
  history(options: { take: 100 }) { items { type isPublic data administrator { id } } } } }`;

/** The id of the first channel that a fresh database gets beside the default one. */
export const northId = "2";

/** Sells with the variant "hosted" in the default channel, and in the first one that is opened beside it. */
export const merchantsOfTwoChannels = ["default", northId].map((tenant) => ({
  id: "10002",
  key: "sandbox-hosted-key",
  variants: ["hosted"] as Variant[],
  tenant,
}));

interface TestShopOptions {
  readonly place: TestDatabase;
  readonly plugin?: Partial<VendureSettings["plugin"]>;
  readonly changes?: Partial<VendureConfig>;
  readonly otherPlugins?: VendureSettings["otherPlugins"];
  readonly hasScheduler?: boolean;
  /** Whether the database has no tables yet. */
  readonly isEmpty?: boolean;
  /** The codes of channels beside the default one, which are also their tokens. */
  readonly channels?: readonly string[];
}

interface OrderInput {
  /** The variant that is bought. By default, tea for 19.99 USD. */
  readonly variant?: string;
  readonly quantity?: number;
  readonly channel?: string;
  readonly currency?: string;
  /** What the gateway does wrong about the attempt. */
  readonly faults?: FaultInput[];
}

/** An order with one attempt by the method "hosted". */
export interface StartedOrder {
  readonly buyer: Buyer;
  readonly code: string;
  readonly attemptId: string;
  readonly orderId: string;
}

interface TestShopParts extends Pick<TestShop, "app" | "sandbox" | "origin" | "logged" | "staff"> {
  readonly place: TestDatabase;
}

/** A shop in this process, its gateway and its staff, and all that any of them wrote. */
export class TestShop {
  readonly app: Vendure;
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  readonly origin: string;
  readonly logged: readonly string[];
  /** May do everything. */
  readonly staff: StaffMember;
  readonly #place: TestDatabase;
  readonly #teas = new Map<string, Promise<string>>();
  readonly #staffWith = new Map<string, Promise<StaffMember>>();
  #visitors = 0;

  constructor(parts: TestShopParts) {
    this.app = parts.app;
    this.sandbox = parts.sandbox;
    this.origin = parts.origin;
    this.logged = parts.logged;
    this.staff = parts.staff;
    this.control = createControlClient(this.sandbox.url);
    this.#place = parts.place;
  }

  get gateway(): PayIndexService["gateway"] {
    return this.app.get(PayIndexService).gateway;
  }

  get connection(): TransactionalConnection {
    return this.app.get(TransactionalConnection);
  }

  buyer(query?: Record<string, string>, channel?: string): Buyer {
    return new Buyer(this.origin, query, channel);
  }

  /** A customer with an account. */
  async signedIn(email: string): Promise<Buyer> {
    const { login } = await createCustomer(this.app, email);
    const buyer = this.buyer();
    expect(await buyer.logIn(...login)).toEqual({ __typename: "CurrentUser" });
    return buyer;
  }

  /** Sends a card to the card form. Each buyer has another address, because attempts with cards are counted by address. */
  postCard(form: { action: string; formToken: string }, number = successCard.number): Promise<Response> {
    const card = { card_number: number, card_month: "12", card_year: "2099", card_cvv: successCard.cvv };
    const forwarded = { "x-forwarded-for": `203.0.113.${++this.#visitors}` };
    return fetch(form.action, {
      ...{ method: "POST", redirect: "manual" },
      headers: { origin: this.origin, "user-agent": "Buyer/1.0", ...forwarded },
      body: new URLSearchParams({ ...card, form_token: form.formToken }),
    });
  }

  /** The variant that is sold in this channel for 19.99 USD. */
  tea(channel = "default"): Promise<string> {
    const found = this.#teas.get(channel);
    if (found !== undefined) return found;
    const where = channel === "default" ? {} : { channel };
    const tea = sellProduct(this.app, { name: "Tea", price: 1999, stock: 10_000, ...where });
    this.#teas.set(channel, tea);
    return tea;
  }

  /** Starts an order. Its buyer is at the gateway. */
  async startOrder(input: OrderInput = {}): Promise<StartedOrder> {
    const { channel = "default", quantity = 1, currency = "USD", faults = [] } = input;
    const buyer = this.buyer({ currencyCode: currency }, channel);
    const code = await buyer.isReadyToPay(input.variant ?? (await this.tea(channel)), quantity);
    const { state } = await buyer.start({ method: "hosted" });
    if (state !== "REDIRECT") throw new Error(`${code} was not started`);
    const attemptId = await this.attempt(code);
    if (faults.length > 0) await this.control.setFaults({ of: "order", orderId: attemptId }, faults);
    const orders = this.connection.rawConnection.getRepository(Order);
    return { buyer, code, attemptId, orderId: String((await orders.findOneByOrFail({ code })).id) };
  }

  /** As `startOrder`. The gateway has reported that the order is paid. */
  async payOrder(input: OrderInput = {}): Promise<StartedOrder> {
    const started = await this.startOrder(input);
    await this.paid(started.code);
    return started;
  }

  /** The gateway order ID of the last attempt to pay this order. */
  async attempt(code: string): Promise<string> {
    const events = this.logged
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, string>);
    const started = events.findLast(
      ({ event, reference }) => event === "attempt-started" && reference === code,
    );
    if (started?.attemptId === undefined) throw new Error(`nothing was started for ${code}`);
    return started.attemptId;
  }

  /** That attempt is paid, and the shop has answered. Gives the answer. */
  async paid(code: string): Promise<string> {
    const attemptId = await this.attempt(code);
    await this.control.resolve(attemptId, { outcome: "paid" });
    const { httpStatus, reply } = await this.control.nextDelivery(attemptId);
    return `${httpStatus} ${reply}`;
  }

  status(reference: string) {
    return this.gateway.status({ reference });
  }

  /** The kind and the problem of each open review item of an order. */
  async problemsOf(reference: string): Promise<[string, string | undefined][]> {
    const { reviewItems } = await this.status(reference);
    return reviewItems.map(({ kind, problem }) => [kind, problem?.code]);
  }

  /** The entries of types that begin so, in the history of an order. */
  async historyOf(id: ID, type: string): Promise<Any[]> {
    const { history } = await this.staff.ask(readOrder, { id: String(id) });
    return history.items.filter((item: { type: string }) => item.type.startsWith(type));
  }

  /** The refunds of an order in Vendure, oldest first. Postgres lists a changed row last. */
  async refundsOf({ orderId }: { readonly orderId: string }): Promise<Any[]> {
    const { payments } = await this.staff.ask(readOrder, { id: orderId });
    const refunds = payments.flatMap((payment: Any) => payment.refunds) as Any[];
    return refunds.sort((a, b) => a.id - b.id).map(({ id, ...refund }) => refund);
  }

  /** Makes a payment link for an order, as staff do. */
  createLink(reference: string, staff = this.staff, headers?: Record<string, string>) {
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    return staff.request("links/create", { reference, endsAt }, headers);
  }

  /** Opens a payment link to pay. Gives the status of the answer. */
  async openLink({ url }: { readonly url: string }): Promise<number> {
    const headers = { "user-agent": "Phone" };
    return (await fetch(`${url}?pay=1`, { headers, redirect: "manual" })).status;
  }

  /** Runs the sweep as Vendure's scheduler does. The jobs of the named order are due. */
  async sweep(reference?: string): Promise<unknown> {
    if (reference !== undefined)
      await this.connection.rawConnection.query(
        `UPDATE pay_index_job SET due_at = '2020-01-01T00:00:00.000Z' WHERE reference = '${reference}' AND status = 'due'`,
      );
    const { tasks = [] } = this.app.get(ConfigService).schedulerOptions;
    return tasks.find(({ id }) => id === "pay-index-sweep")?.execute(new Injector(this.app as never));
  }

  /** Somebody with these permissions, who is signed in. */
  staffWith(permissions: readonly string[], firstName = "Grace"): Promise<StaffMember> {
    const key = JSON.stringify([permissions, firstName]);
    const code = `staff-${this.#staffWith.size + 1}`;
    const staff = this.#staffWith.get(key) ?? this.#createStaff(code, permissions, firstName);
    this.#staffWith.set(key, staff);
    return staff;
  }

  async #createStaff(code: string, permissions: readonly string[], firstName: string): Promise<StaffMember> {
    const role = "mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }";
    const { id } = await this.staff.ask(role, { input: { code, description: code, permissions } });
    const person = { firstName, lastName: "", emailAddress: `${code}@shop.example`, password: code };
    await this.staff.ask(
      "mutation ($input: CreateAdministratorInput!) { createAdministrator(input: $input) { id } }",
      { input: { ...person, roleIds: [id] } },
    );
    return StaffMember.signIn(this.origin, person.emailAddress, person.password);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.sandbox.close();
    await this.#place.remove();
  }
}

export async function openTestShop(wish: TestShopOptions): Promise<TestShop> {
  return new TestShop(await startTestShop(wish));
}

export async function startTestShop(wish: TestShopOptions): Promise<TestShopParts> {
  const { place, plugin = {}, changes = {}, channels = [], ...more } = wish;
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  const port = await findFreePort();
  const logged: string[] = [];
  // Vendure logs what is no text, too.
  const note = (message: unknown) => void logged.push(String(message));
  const app = await openVendure({
    database: place.database,
    port,
    isEmpty: false,
    ...more,
    plugin: {
      gateway: sandbox.url,
      sandbox: true,
      acceptRawCards: true,
      merchants: sandbox.merchants.map(({ id, key, variant }) => ({ id, key, variants: [variant] })),
      onEvent: (event) => note(JSON.stringify(event)),
      ...plugin,
    },
    changes: { logger: { error: note, warn: note, info: note, verbose: note, debug: note }, ...changes },
  });
  const tenants = channels.map((tenant) => ({ tenant, id: "1", key: "1" }));
  await createChannels(app, tenants);
  const origin = originOf({ port });
  return { app, sandbox, origin, logged, place, staff: await StaffMember.signIn(origin) };
}
