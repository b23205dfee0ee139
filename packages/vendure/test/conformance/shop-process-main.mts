/** A stock Vendure as a process of its own. */
import type { CheckoutKey, ShopSettings } from "@pay-index/conformance";
import {
  OrdersBeingPlaced,
  replyToCancelRequest,
  runInsideShopProcess,
  type ShopStartInput,
  sweepUntilDone,
} from "@pay-index/conformance/in-shop";
import type {
  CancelRequest,
  CreatePaymentLinkRequest,
  ReviewResolutionRequest,
  Sale,
  WithdrawPaymentLinkRequest,
} from "@pay-index/core";
import { findFreePort } from "@pay-index/embedded-postgres";
import { PayIndexService } from "@pay-index/vendure";
import { NoopSessionCacheStrategy } from "@vendure/core";
import { getMetadataArgsStorage } from "typeorm";
import {
  authOptions,
  type Database,
  openVendure,
  openWorker,
  originOf,
  ThreeDecimalMoneyStrategy,
  type Vendure,
} from "../shop/open-vendure.mts";
import { createChannels, merchantsByChannelId } from "./channels.mts";
import { FailureInjector } from "./failure-injector.mts";
import { planName, plans } from "./plans.mts";
import { readRefundedAmount } from "./read-refunded-amount.mts";
import {
  cancelOrder,
  countLeases,
  disablePaymentMethod,
  exhaustStock,
  findOrderRecords,
  noteReports,
  putCartOnPlan,
  readTables,
  sellProduct,
} from "./shop-actions.mts";

export interface ProcessInput {
  readonly settings: ShopSettings;
  readonly database: Database;
  /** Set if this process is one of several behind one port. */
  readonly cluster?:
    | { readonly port: number; readonly role: "server" | "worker"; readonly isFilled?: boolean }
    | undefined;
}

export interface ProcessReady {
  readonly port: number;
}

type Plan = Extract<Sale, { variant: "subscription" }>["plan"];

runInsideShopProcess(openShop, { isReusable: true });

async function openShop({ given, before, onEvent }: ShopStartInput<ProcessInput, ProcessReady>) {
  const work = new OrdersBeingPlaced();
  const paid = new Set<string>();
  const failures = new FailureInjector();
  const port = before?.port ?? (await findFreePort());
  const { cluster } = given;
  setDatabaseNameSuffix(given.database);
  const app = await (cluster?.role === "worker" ? openWorker : openVendure)({
    database: given.database,
    port,
    isEmpty: false,
    changes: {
      entityOptions: {
        moneyStrategy: new ThreeDecimalMoneyStrategy(),
        ...(cluster && { channelCacheTtl: 0 }),
      },
      orderOptions: { process: failures.processes },
      ...(cluster && { authOptions: authWithoutSessionCache() }),
    },
    plugin: {
      ...given.settings,
      merchants: merchantsByChannelId(given.settings.merchants),
      ...(cluster && publicUrlAt(cluster.port)),
      onEvent: (event) => {
        work.hear(event);
        if (event.event === "attempt-state-changed" && event.to === "paid") paid.add(event.reference);
        onEvent(event);
      },
      plans,
    },
  });
  failures.watch(app);
  noteReports(app);
  if (before === undefined && cluster?.isFilled !== true) await createChannels(app, given.settings.merchants);
  return {
    ready: { port },
    calls: {
      ...createCalls(app, work, paid),
      plan: (reference: string, plan: Plan) => putCartOnPlan(app, reference, planName(plan)),
      failNextOrder: () => failures.plan("fail"),
      hangOrder: (code: string) => failures.hang(code),
      endHang: () => failures.endHang(),
      killOncePlaced: () => failures.plan("kill"),
      stopFailures: () => failures.plan(undefined),
    },
    close: () => app.close(),
  };
}

/** Of several servers each would remember another session. */
function authWithoutSessionCache() {
  return { ...authOptions, sessionCacheStrategy: new NoopSessionCacheStrategy() };
}

function publicUrlAt(port: number) {
  const origin = originOf({ port });
  const orderPage = ({ reference }: { reference: string }) => `${origin}/orders/${reference}`;
  return { publicUrl: `${origin}/pay`, orderPage };
}

/**
 * TypeORM knows columns with dates by the global Date, which the scenarios' clock replaces, and would not know them any more. Before
 * the boot: who is started again may find the clock moved.
 */
function setDatabaseNameSuffix({ kind }: Database): void {
  const type = kind === "postgres" ? "timestamp without time zone" : "datetime";
  for (const { options } of getMetadataArgsStorage().columns)
    if (typeof options.type === "function" && options.type.name === "Date") options.type = type;
}

function createCalls(app: Vendure, work: OrdersBeingPlaced, paid: ReadonlySet<string>) {
  const { gateway } = app.get(PayIndexService);
  const readNow = async (of: CheckoutKey) => {
    const { reference } = of;
    const payment = await gateway.status({ reference });
    const refunded = await readRefundedAmount(app, of);
    return { ...(await findOrderRecords(app, of, payment)), refunded, payment };
  };
  return {
    sell: (wanted: Parameters<typeof sellProduct>[1]) => sellProduct(app, wanted),
    cancel: (of: CheckoutKey) => cancelOrder(app, of),
    sellOut: (reference: string) => exhaustStock(app, reference),
    resolveReviewItem: (resolution: ReviewResolutionRequest) => gateway.resolveReviewItem(resolution),
    // Vendure has one tenant for each channel, and one payment for each order in all of them.
    cancelSubscription: ({ tenant: _, ...request }: CancelRequest) => replyToCancelRequest(gateway, request),
    createPaymentLink: ({ tenant: _, ...request }: CreatePaymentLinkRequest) =>
      gateway.createPaymentLink(request),
    withdrawPaymentLink: ({ tenant: _, ...request }: WithdrawPaymentLinkRequest) =>
      gateway.withdrawPaymentLink(request),
    disable: (variant: string) => disablePaymentMethod(app, variant),
    async hasPlaced({ reference }: CheckoutKey) {
      if (!paid.has(reference)) return false;
      await work.isDone({ reference });
      return true;
    },
    renewalsAreDone: (of: CheckoutKey) => work.renewalsAreDone(of),
    read: async (of: CheckoutKey) => {
      await work.isDone(of);
      return readNow(of);
    },
    readNow,
    disputeWebhooks: () => gateway.disputeWebhooks(),
    sweep: () => sweepUntilDone(gateway, (now) => countLeases(app, now)),
    tables: () => readTables(app),
  };
}
