import { container } from "@medusajs/framework";
import type { Logger } from "@medusajs/framework/types";
import { MedusaService } from "@medusajs/framework/utils";
import {
  type BookStatus,
  createGateway,
  type Gateway,
  type LedgerStore,
  PayIndexError,
  SqlStore,
  safely,
} from "@pay-index/core";
import { attemptLimits, nodePlatform, type PaymentRouter, paymentRouter, shopPages } from "@pay-index/node";
import { bootWarnings } from "../../boot-warnings.ts";
import { CardDesk } from "../../card-desk.ts";
import { MedusaHost } from "../../host.ts";
import { logEvent } from "../../log-event.ts";
import { type CheckedOptions, checkOptions, type PayIndexPluginOptions } from "../../options.ts";
import type { PayIndex } from "../../pay-index-of.ts";
import { type Knex, KnexDatabase } from "../../store/knex-database.ts";
import { PayIndexBook } from "./models/pay-index-book.ts";
import { PayIndexNotification } from "./models/pay-index-notification.ts";
import { PayIndexPayment } from "./models/pay-index-payment.ts";
import { PayIndexWork } from "./models/pay-index-work.ts";

interface Cradle {
  readonly logger: Logger;
  readonly __pg_connection__: Knex;
}

const models = { PayIndexBook, PayIndexPayment, PayIndexNotification, PayIndexWork };

/** What Medusa has in its container under `payIndex`. */
export class PayIndexService extends MedusaService(models) implements PayIndex {
  readonly gateway: Gateway;
  readonly options: CheckedOptions;
  readonly router: PaymentRouter;
  private readonly logger: Logger;
  private readonly database: KnexDatabase;
  private readonly store: LedgerStore;

  /** @throws PayIndexError `options_invalid`, with the path of each mistake */
  constructor(cradle: Cradle, options: PayIndexPluginOptions) {
    super(cradle, options);
    const checked = checkOptions(options);
    const { core, own } = checked;
    const observe = safely(own.observe ?? logEvent(cradle.logger));
    this.options = checked;
    const pages = shopPages({ ...own, publicUrl: core.publicUrl });
    this.logger = cradle.logger;
    this.database = new KnexDatabase(cradle.__pg_connection__);
    this.store = new SqlStore(this.database);
    this.gateway = createGateway({
      options: { system: "medusa", ...core },
      pages,
      platform: nodePlatform,
      store: this.store,
      // Medusa's workflows need Medusa's own container, which has more in it than a module's.
      host: new MedusaHost(container, core.merchants),
      observe,
    });
    const { gateway } = this;
    const cards = core.acceptRawCards === true ? new CardDesk(container, checked) : undefined;
    const card = cards?.parts({ gateway, pages, observe, limits: attemptLimits() });
    this.router = paymentRouter({ gateway, pages, observe, card });
  }

  async cartOf(orderNumber: string): Promise<string | undefined> {
    return (await this.store.find(orderNumber))?.reference;
  }

  async bookOfCart(cartId: string): Promise<BookStatus> {
    const { merchants } = this.options.core;
    const tenants = [...new Set(["default", ...merchants.map(({ tenant }) => tenant ?? "default")])];
    const books = await Promise.all(
      tenants.map((tenant) => this.gateway.status({ tenant, reference: cartId })),
    );
    const [most] = books.sort((a, b) => b.payments.length - a.payments.length);
    return {
      ...(most as BookStatus),
      payments: books.flatMap(({ payments }) => payments),
      items: books.flatMap(({ items }) => items),
      placed: books.find(({ placed }) => placed !== undefined)?.placed,
    };
  }

  /** Medusa's. */
  readonly __hooks = {
    onApplicationStart: async (): Promise<void> => {
      await this.#needTables();
      for (const warning of await bootWarnings(container, { ...this.options, ledger: this.database }))
        this.logger.warn(`pay-index: ${warning}`);
    },
    /** While the database is still there. */
    onApplicationPrepareShutdown: async (): Promise<void> => {
      await this.gateway.close();
      await this.database.close();
    },
  };

  /** A shop whose tables are missing would take money and answer nobody. */
  async #needTables(): Promise<void> {
    try {
      await this.gateway.items(1);
    } catch (cause) {
      throw new PayIndexError(
        "store_unavailable",
        "The tables of pay-index cannot be read. Run medusa db:migrate, as after every change of plugins.",
        { cause },
      );
    }
  }
}
