import { container } from "@medusajs/framework";
import type { Logger } from "@medusajs/framework/types";
import { MedusaService } from "@medusajs/framework/utils";
import type { Gateway, PaymentStatus } from "@pay-index/core";
import {
  endedWithoutOrder,
  eventLogLevel,
  eventLogLine,
  expectedChargedAmountOf,
  type Pages,
  showControlCharacters,
} from "@pay-index/core/adapter";
import { type Attempt, type PaymentStore, SqlStore } from "@pay-index/core/store";
import {
  bindAlerts,
  createPaymentServer,
  type NodeStaffApi,
  type PaymentRouterHandlers,
} from "@pay-index/server";
import { findBootWarnings } from "../../boot-warnings.ts";
import { CardRouteSaleBuilder } from "../../card-route-sale-builder.ts";
import { isCheckoutSnapshot, isOrderSnapshot, paymentKeyOfCart } from "../../checkout-snapshot.ts";
import { type CheckedOptions, checkOptions, type PayIndexPluginOptions } from "../../options.ts";
import { createOrderPort } from "../../order-port.ts";
import type { CheckoutAttempt, PayIndex } from "../../resolve-pay-index.ts";
import { type Knex, KnexDatabase } from "../../store/knex-database.ts";
import { sweepSchedule } from "../../sweep-schedule.ts";
import { PayIndexAttempt } from "./models/attempt.ts";

interface ModuleDependencies {
  readonly logger: Logger;
  readonly __pg_connection__: Knex;
}

/** The maximum number of ids that one call of core's `findAttempts` accepts. */
const findLimit = 1000;

/** The module that Medusa registers as `payIndex`. */
export class PayIndexService extends MedusaService({ PayIndexAttempt }) implements PayIndex {
  readonly gateway: Gateway;
  readonly options: CheckedOptions;
  readonly router: PaymentRouterHandlers;
  readonly staff: NodeStaffApi;
  readonly pages: Required<Pages>;
  private readonly logger: Logger;
  private readonly database: KnexDatabase;
  private readonly store: PaymentStore;

  /** @throws PayIndexError `options_invalid`, with the path of each mistake */
  constructor(cradle: ModuleDependencies, options: PayIndexPluginOptions) {
    super(cradle, options);
    const checked = checkOptions(options);
    const { core, own } = checked;
    this.options = checked;
    this.logger = cradle.logger;
    this.database = new KnexDatabase(cradle.__pg_connection__);
    this.store = new SqlStore(this.database);
    const server = createPaymentServer({
      options: { system: "medusa", ...bindAlerts(core, () => ({ container })) },
      hostOptions: own,
      store: this.store,
      // Medusa's workflows need Medusa's own container: a module's container lacks other modules.
      orders: createOrderPort(container, checked),
      // No event contains a card, a key, a token or a buyer's data.
      logEvent: (event) => cradle.logger[eventLogLevel(event)](`pay-index: ${eventLogLine(event)}`),
      cards: new CardRouteSaleBuilder(container),
    });
    this.gateway = server.gateway;
    this.pages = server.pages;
    this.router = server.router;
    this.staff = server.staff;
  }

  async cartOf(attemptId: string): Promise<string | undefined> {
    return (await this.store.findAttempt(attemptId))?.reference;
  }

  async cartsOnPlans(attemptIds: readonly string[]): Promise<string[]> {
    const attempts: Attempt[] = [];
    for (let start = 0; start < attemptIds.length; start += findLimit)
      attempts.push(...(await this.store.findAttempts(attemptIds.slice(start, start + findLimit))));
    const onPlans = attempts.filter(({ plan }) => plan !== undefined);
    onPlans.sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
    return [...new Set(onPlans.map(({ reference }) => reference))];
  }

  async attemptOf(attemptId: string): Promise<CheckoutAttempt | undefined> {
    const attempt = await this.store.findAttempt(attemptId);
    if (attempt === undefined) return undefined;
    const { jobs } = await this.store.load(attempt, { attemptIds: [attemptId] });
    const { snapshot, reference, plan } = attempt;
    const subscribed = isCheckoutSnapshot(snapshot) ? snapshot.subscribed : undefined;
    return {
      cartId: reference,
      orderId: isOrderSnapshot(snapshot) ? snapshot.orderId : undefined,
      chargedAmount: expectedChargedAmountOf(attempt, undefined),
      isSubscription: plan !== undefined,
      subscribed,
      isGivenUp: endedWithoutOrder(jobs, attemptId),
    };
  }

  async isPaid({
    attemptId,
    cycle,
  }: {
    readonly attemptId: string;
    readonly cycle?: number | undefined;
  }): Promise<boolean> {
    const attempt = await this.store.findAttempt(attemptId);
    if (attempt === undefined || cycle === undefined) return attempt?.state === "paid";
    const { cycles } = await this.store.load(attempt, { cycles: [{ attemptId, number: cycle }] });
    return cycles.some((each) => each.number === cycle && each.state === "paid");
  }

  paymentOfCart(cartId: string): Promise<PaymentStatus> {
    return this.gateway.status(paymentKeyOfCart(cartId));
  }

  /** Hooks that Medusa calls. */
  readonly __hooks = {
    onApplicationStart: async (): Promise<void> => {
      const warnings = await findBootWarnings(container, {
        ...this.options,
        engine: this.database,
        gateway: this.gateway,
      });
      for (const { message } of warnings) this.logger.warn(`pay-index: ${showControlCharacters(message)}`);
      this.gateway.reportStartWarnings(warnings);
      this.gateway.reportReady({ database: "postgres", schedule: sweepSchedule });
    },
    /** Runs before Medusa closes the database. */
    onApplicationPrepareShutdown: async (): Promise<void> => {
      await this.gateway.close();
      await this.database.close();
    },
  };
}
