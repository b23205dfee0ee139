import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { OrdersBeingPlaced } from "@pay-index/conformance/in-shop";
import { createDatabase, type TestDatabase } from "@pay-index/embedded-postgres";
import type { PayIndexPluginOptions } from "@pay-index/medusa";
import { createSandbox } from "@pay-index/sandbox";
import { createControlClient } from "@pay-index/sandbox/client";
import { expect } from "vitest";
import type { Any } from "./any.mts";
import { Buyer } from "./buyer.mts";
import { copyCart } from "./copy-cart.mts";
import { once } from "./once.mts";
import { createSettings, openMedusa } from "./open-medusa.mts";
import { shopFunctions } from "./options-of-test.mts";
import { expectedCapturedOrder, readOrderRecords } from "./order-records.mts";
import { providerIds, readSeededShop } from "./seed-shop.mts";
import { StaffMember } from "./staff-member.mts";
import { staffRolesConfig } from "./staff-roles-config.mts";

const flows = createRequire(import.meta.url)("@medusajs/medusa/core-flows");

/** A Medusa in this process, its gateway, and what it told its observer. */
export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

const seedFile = join(import.meta.dirname, "seed-database.mts");
const env = { ...process.env, NODE_ENV: "test", MEDUSA_DISABLE_TELEMETRY: "true" };

/** A database of its own, copied from one that was filled once for the run. */
export function createMedusaDatabase(): Promise<TestDatabase> {
  const make = async (url: string) => {
    for (const what of ["migrate", "seed"])
      await promisify(execFile)(process.execPath, [seedFile, what, url], { env });
  };
  return createDatabase({ template: { name: "medusa", make } });
}

/** Who has this address is sold nothing on a plan, unless the product carries one. */
export const oneTimeBuyerEmail = "once@example.com";

const teaPlan = {
  id: "0b54dd1c-5b3c-4a6d-9c3e-0c3a1a4b7f10",
  name: "Tea every month",
  type: "monthly",
  description: "A pack of tea",
  attempts: 3,
} as const;

/** @param more.hasRoles whether Medusa's feature flag `rbac` is on */
export async function openTestShop(
  options: Partial<PayIndexPluginOptions> = {},
  { hasRoles = false }: { readonly hasRoles?: boolean } = {},
) {
  const database = await createMedusaDatabase();
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  const work = new OrdersBeingPlaced();
  const heard: string[] = [];
  const logged: string[] = [];
  const medusa = await openMedusa((origin) => ({
    ...createSettings(origin, {
      databaseUrl: database.url,
      gateway: sandbox.url,
      subscriptionPlan: ({ cart }) => (cart.email === oneTimeBuyerEmail ? undefined : teaPlan),
      completeOrder: (paid) => shopFunctions.completeOrder(paid),
      changeItem: (item, about) => shopFunctions.changeItem(item, about),
      alerts: { groupFor: 0, send: (alert, host) => shopFunctions.sendAlert(alert, host) },
      onEvent: (event) => {
        work.hear(event);
        heard.push(JSON.stringify(event));
      },
      ...options,
    }),
    changes: { logger: createLogRecorder(logged), ...(hasRoles ? staffRolesConfig : {}) },
  }));
  const { container, origin, payIndex } = medusa;
  const shop = await readSeededShop(container);
  const control = createControlClient(sandbox.url);
  const resolve = (name: string) => container.resolve(name) as Any;

  /** Runs a workflow of Medusa. Returns its result. */
  async function run(name: string, input: unknown): Promise<Any> {
    return (await flows[name](container).run({ input })).result;
  }

  /** Returns the first row of Medusa's query. */
  async function first(entity: string, fields: string[], filters: object = {}): Promise<Any> {
    return (await resolve("query").graph({ entity, fields, filters })).data[0];
  }

  /** What the engine reported about this cart. */
  const eventsOf = (cartId: string): Any[] =>
    heard.map((line) => JSON.parse(line)).filter(({ reference }) => reference === cartId);

  function started(which: (about: Record<string, string>) => boolean): Record<string, string> {
    const found = heard
      .map((line) => JSON.parse(line) as Record<string, string>)
      .findLast((about) => about.event === "attempt-started" && which(about));
    if (found === undefined) throw new Error("nothing of the kind was started");
    return found;
  }

  /** The gateway order ID of the last attempt to pay this cart. */
  const attempt = (cartId: string) => started(({ reference }) => reference === cartId).attemptId ?? "";

  /** That attempt is paid, and the shop has answered. Gives the answer. */
  async function notified(cartId: string): Promise<string> {
    const attemptId = attempt(cartId);
    await control.resolve(attemptId, { outcome: "paid" });
    const { httpStatus, reply } = await control.nextDelivery(attemptId);
    return `${httpStatus} ${reply}`;
  }

  /** That attempt is paid, and the shop has answered and done what it can. Gives the answer. */
  async function paid(cartId: string): Promise<string> {
    const answer = await notified(cartId);
    await work.isDone({ reference: cartId });
    return answer;
  }

  /** A new cart that is ready to be paid, as Medusa makes it now. */
  async function newCart(wanted: Parameters<Buyer["isReadyToPay"]>[1] = {}) {
    const buyer = new Buyer(origin, shop.publishableKey);
    return { buyer, cartId: await buyer.isReadyToPay(shop, wanted) };
  }

  const originals = new Map<string, Promise<string>>();
  /** A copy of the first cart of its kind. Returns its id. */
  async function copyOf(kind: object, make: () => Promise<string>): Promise<string> {
    const key = JSON.stringify(kind);
    const original = originals.get(key) ?? make();
    originals.set(key, original);
    return copyCart({ database }, await original);
  }

  /** A cart that is ready to be paid. Use `newCart` if the shop has changed something that Medusa writes into carts. */
  async function ready(wanted: Parameters<Buyer["isReadyToPay"]>[1] = {}) {
    const buyer = new Buyer(origin, shop.publishableKey);
    buyer.cartId = await copyOf(wanted, async () => (await newCart(wanted)).cartId);
    return { buyer, cartId: buyer.cartId };
  }

  /** A cart of 24.99 USD whose payment has started. */
  async function begun(more: object = {}) {
    const { buyer, cartId } = await ready();
    const { status, body } = await buyer.start(more);
    expect(status, JSON.stringify(body)).toBe(200);
    return { buyer, cartId, attemptId: attempt(cartId), payment: body.payment };
  }

  /** A paid order of 24.99 USD. */
  async function placed() {
    const about = await begun();
    await paid(about.cartId);
    const [order] = await readOrderRecords(medusa, about.cartId);
    return { ...about, order, paymentId: order.payments[0].id as string };
  }

  /** A paid order of 24.99 USD that no test changes. */
  const paidOrder = once(placed);

  /** A region offers these providers until the function that this returns is called. */
  async function offerProviders(offered: readonly string[]): Promise<() => Promise<void>> {
    const offer = (ids: readonly string[]) =>
      run("updateRegionsWorkflow", { selector: { id: shop.regionId }, update: { payment_providers: ids } });
    await offer(offered);
    return () => offer(all);
  }
  const all = [...providerIds, "pp_system_default"];

  const accounts = new Map<string, Promise<StaffMember>>();
  /** A member of staff, who signs in once. */
  function staff(email = "grace@example.com"): Promise<StaffMember> {
    const names = email.startsWith("grace") ? { firstName: "Grace", lastName: "Hopper" } : {};
    const account = accounts.get(email) ?? StaffMember.signIn(medusa, { email, ...names });
    accounts.set(email, account);
    return account;
  }

  /** Asks a route of the admin as a member of staff. */
  const ask = async (path: string, body?: object) => (await staff()).ask(path, body);

  /** Asks a route of the admin that answers 200. Returns the body. */
  async function done(path: string, body: object): Promise<Any> {
    const answer = await ask(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  /** Ships one piece of the first line, unless it was shipped before. Returns how a request names the piece. */
  async function shipOne(orderId: string) {
    const read = () => first("order", ["items.*", "fulfillments.id"], { id: orderId });
    const { items, fulfillments } = await read();
    const piece = { items: [{ id: items[0].id, quantity: 1 }] };
    if (fulfillments.length > 0) return piece;
    await done(`/orders/${orderId}/fulfillments`, piece);
    const [{ id }] = (await read()).fulfillments;
    await done(`/orders/${orderId}/fulfillments/${id}/shipments`, piece);
    return piece;
  }

  /** The only review item of a cart, as staff see it. */
  async function itemOf(cartId: string): Promise<Any> {
    const { body } = await ask(`/pay-index/review-items?q=${cartId}`);
    expect(body.items).toHaveLength(1);
    return body.items[0];
  }

  /** The payment of a cart, as staff see it. */
  async function paymentOf(cartId: string): Promise<Any> {
    return (await ask(`/pay-index/payments/${cartId}`)).body.payment;
  }

  /** Opens a review item of the kind `refund-requested`. */
  async function askedForRefund<Cart extends { cartId: string; attemptId: string }>(cart: Cart) {
    const request = { attemptId: cart.attemptId, dedupeKey: "1", evidence: "Asked by letter." };
    await payIndex.gateway.requestRefund(request);
    return { ...cart, item: await itemOf(cart.cartId) };
  }

  return {
    ...medusa,
    ...{ shop, sandbox, control, database, heard, logged, resolve, run, first, eventsOf, attempt },
    ...{ notified, paid, newCart, copyOf, ready, begun, placed, paidOrder },
    ...{ staff, ask, done, shipOne, itemOf, paymentOf, askedForRefund },
    buyer: () => new Buyer(origin, shop.publishableKey),
    /** The shop has done what it can with all that it has heard of the cart of this attempt. */
    processed: (number: string) =>
      work.isDone({ reference: started(({ attemptId }) => attemptId === number).reference ?? "" }),
    /** Staff retry to place the order of the last attempt. */
    retry: (cartId: string) =>
      payIndex.gateway.retryReviewItem(`${attempt(cartId)}/place-order`, { operator: { id: "user_1" } }),
    /** The open review items of a cart, each with its kind and its problem's code. */
    items: async (cartId: string) =>
      (await payIndex.paymentOfCart(cartId)).reviewItems.map(
        ({ kind, problem }) => `${kind} ${problem?.code}`,
      ),
    /** The cart has become one order, with one capture of all that it costs. */
    isPlaced: async (cartId: string, total = 24.99) =>
      expect(await readOrderRecords(medusa, cartId)).toMatchObject([expectedCapturedOrder(total)]),
    isNotPlaced: async (cartId: string) => expect(await readOrderRecords(medusa, cartId)).toEqual([]),
    setFaults: (orderId: string, ...faults: Parameters<typeof control.setFaults>[1]) =>
      control.setFaults({ of: "order", orderId }, faults),
    /** Staff make a promotion code that takes per cents off each thing. */
    offer: (code: string, value: number): Promise<unknown> => {
      const method = { type: "percentage", target_type: "items", allocation: "across", value };
      const promotion = { code, type: "standard", status: "active", application_method: method };
      return run("createPromotionsWorkflow", { promotionsData: [promotion] });
    },
    /** A region offers this provider no longer. Gives the function that takes it back. */
    takeOut: (providerId: string) => offerProviders(all.filter((id) => id !== providerId)),
    /** A region offers this provider, too. Gives the function that takes it back. */
    bringIn: (providerId: string) => offerProviders([...all, providerId]),
    async close() {
      await medusa.close();
      await sandbox.close();
      await database.drop();
    },
  };
}

/** A logger of Medusa's, whatever methods it is asked for. */
function createLogRecorder(logged: string[]): object {
  return new Proxy(
    {},
    {
      get: (_target, method) =>
        method === "shouldLog"
          ? () => true
          : (...told: unknown[]) => logged.push([String(method), ...told.map(toLogText)].join(" ")),
    },
  );
}

function toLogText(told: unknown): string {
  return typeof told === "string" ? told : inspect(told);
}
