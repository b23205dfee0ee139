import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { CartChange, CartDraft, CheckoutKey, RefundAnswer, ShopSettings } from "@pay-index/conformance";
import {
  OrdersBeingPlaced,
  replyToCancelRequest,
  runInsideShopProcess,
  type ShopStartInput,
} from "@pay-index/conformance/in-shop";
import type {
  CancelRequest,
  CreatePaymentLinkRequest,
  ReviewResolutionRequest,
  Variant,
  WithdrawPaymentLinkRequest,
} from "@pay-index/core";
import { findFreePort } from "@pay-index/embedded-postgres";
import { isPayIndexError, type Money, type Shop, type ShopOptions } from "@pay-index/server/shop";
import { FailureInjector } from "./failure-injector.ts";
import { openPostgresDatabase } from "./open-postgres-database.ts";
import { openSqliteDatabase } from "./open-sqlite-database.ts";
import {
  type CheckoutReply,
  type CheckoutRequest,
  checkOut,
  saleOfLink,
  saleWithoutCard,
} from "./shop-pages.ts";
import {
  amountDue,
  changeCart,
  disableVariant,
  fillCart,
  findCart,
  noteDeclinedCycle,
  noteDispute,
  noteRefund,
  placeShopOrder,
  placeShopRenewal,
  type Query,
  readShopState,
  sellOut,
  setCartColumns,
  shopTables,
} from "./shop-tables.ts";
import type { DatabaseAddress, ShopDatabase } from "./test-database.ts";

/** Rounds. What is not done by then, such as what fails each time, is for the scenario to find. */
const longestSweep = 100;

interface ShopProcessArguments {
  readonly settings: ShopSettings;
  readonly database: DatabaseAddress;
}

/** Opens the payments and the pages of a shop on its framework, with the payments at `/pay`. */
export type FrameworkOpener = <Tx>(
  // biome-ignore lint/suspicious/noExplicitAny: each framework has its own requests
  options: ShopOptions<Tx, any>,
  pages: ShopPages,
) => Promise<OpenFramework>;

interface OpenFramework {
  readonly pay: Shop<unknown>;
  readonly listener: RequestListener;
}

/** The pages of the shop itself, which the framework serves at `/orders/:reference` and `/checkout/:tenant/:reference`. */
export interface ShopPages {
  readonly order: string;
  checkOut(pay: Shop<unknown>, request: CheckoutRequest): Promise<CheckoutReply>;
}

interface OpenShop<Tx> {
  readonly pay: Shop<unknown>;
  readonly database: ShopDatabase<Tx>;
  readonly write: (change: (query: Query) => Promise<void>) => Promise<void>;
  readonly work: OrdersBeingPlaced;
}

/** Runs a custom shop as a process of its own: a cart, a checkout, orders, stock and mail, with the payments beside them. */
export function runShopProcess(openFramework: FrameworkOpener): void {
  const open = async (life: ShopStartInput<ShopProcessArguments, { port: number }>) => {
    const { database, settings } = life.given;
    switch (database.kind) {
      case "sqlite":
        return openShop(life, await openSqliteDatabase(database.file, settings.hookTimeout), openFramework);
      case "postgres":
        return openShop(life, await openPostgresDatabase(database.url), openFramework);
    }
  };
  runInsideShopProcess(open, { isReusable: true });
}

async function openShop<Tx>(
  { given, before, onEvent }: ShopStartInput<ShopProcessArguments, { port: number }>,
  database: ShopDatabase<Tx>,
  openFramework: FrameworkOpener,
) {
  const { store, within } = database;
  const failures = new FailureInjector(store);
  const work = new OrdersBeingPlaced();
  const write = <Result>(work: (query: Query) => Promise<Result>) =>
    store.transaction((tx) => work(within(tx)));
  await write(async (query) => {
    for (const table of shopTables) await query(table);
  });
  const port = before?.port ?? (await findFreePort());
  const options: ShopOptions<Tx, unknown> = {
    ...given.settings,
    publicUrl: `http://127.0.0.1:${port}/pay`,
    store,
    amountDue: ({ reference, tenant, tx }) => amountDue(within(tx), { reference, tenant }),
    async onPaid({ payment, key, tx }) {
      const place = () => placeShopOrder(within(tx), payment, key);
      const answer = await place();
      failures.failIfPlanned();
      await failures.hangIfPlanned(payment.reference, place);
      return answer;
    },
    async onRenewal({ payment, cycle, tx }) {
      const answer = await placeShopRenewal(within(tx), payment, cycle);
      failures.failIfPlanned();
      return answer;
    },
    onCycleFailed: ({ payment, cycle, tx }) => noteDeclinedCycle(within(tx), payment, cycle.number),
    onDispute: ({ payment, dispute, tx }) => noteDispute(within(tx), payment, dispute.type),
    onRefunded: ({ payment, refund, tx }) => noteRefund(within(tx), payment, refund.amount.minor),
    orderPage: ({ reference }) => `/orders/${encodeURIComponent(reference)}`,
    linkSale: async (order) => saleOfLink(await findCart(database.read, order)),
    cardSale: async ({ reference, tenant }) =>
      saleWithoutCard({ reference, tenant }, await findCart(database.read, { reference, tenant })),
    onEvent: (event) => {
      work.hear(event);
      onEvent(event);
    },
    tickEvery: 0,
  };
  const { pay, listener } = await openFramework(options, {
    order: "Your order",
    checkOut: (pay, request) => checkOut(pay, { read: database.read, write }, request),
  });
  const server = createServer(listener).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    ready: { port },
    calls: {
      ...remoteCalls({ pay, database, write, work }),
      failNextOrder: () => failures.plan("fail"),
      hangOrder: (reference: string) => failures.hang(reference),
      endHang: () => failures.endHang(),
      pid: () => process.pid,
      killOncePlaced: () => failures.plan("kill"),
    },
    async close() {
      // A connection with one request after the other never becomes idle, and Node would wait for it.
      server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      await pay.close();
      await database.close();
    },
  };
}

function remoteCalls<Tx>({ pay, database, write, work }: OpenShop<Tx>) {
  const { read, tableNames } = database;
  return {
    fill: (of: CheckoutKey, draft: CartDraft) => write((query) => fillCart(query, of, draft)),
    change: (of: CheckoutKey, change: CartChange) => write((query) => changeCart(query, of, change)),
    set: (of: CheckoutKey, column: string, value: string | number) =>
      write((query) => setCartColumns(query, of, { [column]: value })),
    sellOut: (of: CheckoutKey) => write((query) => sellOut(query, of)),
    createPaymentLink: (request: CreatePaymentLinkRequest) => pay.createPaymentLink(request),
    withdrawPaymentLink: (request: WithdrawPaymentLinkRequest) => pay.withdrawPaymentLink(request),
    resolveReviewItem: (resolution: ReviewResolutionRequest) => pay.resolveReviewItem(resolution),
    refund: (of: CheckoutKey, amount: Money) => refundOrder(pay, of, amount),
    cancelSubscription: (request: CancelRequest) => replyToCancelRequest(pay, request),
    disable: (variant: Variant) => write((query) => disableVariant(query, variant)),
    read: async (of: CheckoutKey) => {
      await work.isDone(of);
      return { ...(await readShopState(read, of)), payment: await pay.status(of) };
    },
    disputeWebhooks: () => pay.disputeWebhooks(),
    async sweep() {
      for (let round = 0; round < longestSweep; round++) {
        const { payments, jobs } = await pay.sweep();
        if (payments + jobs === 0) return;
      }
    },
    async tables() {
      const rows = (await tableNames()).map(async (name) => [name, await read(`SELECT * FROM "${name}"`)]);
      return Object.fromEntries(await Promise.all(rows));
    },
  };
}

/** What staff see who give back a part of an order. */
async function refundOrder(pay: Shop<unknown>, of: CheckoutKey, amount: Money): Promise<RefundAnswer> {
  try {
    const refund = { ...of, amount, reason: "Returned.", idempotencyKey: randomUUID() };
    const { state, text } = await pay.refund(refund);
    if (state === "failed") return { refused: text ?? "no reason" };
    return { state: state === "succeeded" ? state : "under-way" };
  } catch (error) {
    if (isPayIndexError(error)) return { refused: error.message };
    throw error;
  }
}
