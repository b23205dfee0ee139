import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { type Gateway } from "@pay-index/core";
import { catchHandlerErrors, createGateway, type Pages } from "@pay-index/core/adapter";
import {
  type CardRouteDependencies,
  createCardRateLimits,
  createPaymentRouter,
  createShopPages,
  nodePlatform,
} from "@pay-index/server";
import { TransactionalConnection } from "@vendure/core";
import { CardSaleBuilder } from "./card-sale-builder.ts";
import { paymentKey } from "./checkout-snapshot.ts";
import { logEvent } from "./log-event.ts";
import { type CheckedOptions, defaultSweepSchedule, pluginOptionsToken } from "./options.ts";
import { VendureOrderPort } from "./order-port.ts";
import { createVendureStore } from "./store/vendure-store.ts";

/** Core's verbs in a Vendure server or worker: for whoever wants `status`, `items` or `decide` in code of their own. */
@Injectable()
export class PayIndexService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly gateway: Gateway;
  /** The storefront's pages. */
  readonly pages: Required<Pages>;

  /** @throws PayIndexError `options_invalid`, with the path of each mistake */
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    host: VendureOrderPort,
    cards: CardSaleBuilder,
  ) {
    const { core, own, door } = options;
    const onEvent = catchHandlerErrors(own.onEvent ?? logEvent);
    this.pages = createShopPages({ ...own, publicUrl: core.publicUrl });
    const shop = { options: { system: "vendure", ...core }, pages: this.pages, platform: nodePlatform };
    const store = createVendureStore(connection);
    this.gateway = createGateway({ ...shop, store, orders: host, onEvent });
    const { gateway, pages } = this;
    const card =
      core.acceptRawCards === true
        ? cardRouteDependencies(options, { gateway, pages, onEvent }, cards)
        : undefined;
    door.open(createPaymentRouter({ gateway, pages, look: own.pages, onEvent, card }));
  }

  /** Earlier, Vendure drops what is written to the log with the level info. */
  onApplicationBootstrap(): void {
    const { type: database } = this.connection.rawConnection.options;
    this.gateway.reportReady({ database, schedule: this.options.own.schedule ?? defaultSweepSchedule });
  }

  /** While the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.gateway.close();
  }
}

function cardRouteDependencies(
  { core, own }: CheckedOptions,
  shop: Pick<CardRouteDependencies, "gateway" | "pages" | "onEvent">,
  cards: CardSaleBuilder,
): CardRouteDependencies {
  const senders = [core.publicUrl, core.website ?? core.publicUrl, ...(own.cardOrigins ?? [])];
  return {
    ...shop,
    parts: 4,
    book: ([merchantTenant = "", code = ""]) => ({ ...paymentKey({ code }), merchantTenant }),
    sale: (about) => cards.sale(about),
    origins: new Set(senders.map((address) => new URL(address).origin)),
    limits: createCardRateLimits(),
  };
}
