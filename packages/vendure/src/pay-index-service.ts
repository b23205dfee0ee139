import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { createGateway, type Gateway, type Pages, safely } from "@pay-index/core";
import { attemptLimits, type CardRouteParts, nodePlatform, paymentRouter, shopPages } from "@pay-index/node";
import { TransactionalConnection } from "@vendure/core";
import { CardDesk } from "./card-desk.ts";
import { paymentKey } from "./frozen.ts";
import { VendureHost } from "./host.ts";
import { logEvent } from "./log-event.ts";
import { type CheckedOptions, defaultSchedule, payIndexOptions } from "./options.ts";
import { ledgerStore } from "./store/ledger-store.ts";

/** Core's verbs in a Vendure server or worker: for whoever wants `status`, `items` or `decide` in code of their own. */
@Injectable()
export class PayIndexService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly gateway: Gateway;
  /** The storefront's pages. */
  readonly pages: Required<Pages>;

  /** @throws PayIndexError `options_invalid`, with the path of each mistake */
  constructor(
    @Inject(payIndexOptions) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    host: VendureHost,
    cards: CardDesk,
  ) {
    const { core, own, door } = options;
    const observe = safely(own.observe ?? logEvent);
    this.pages = shopPages({ ...own, publicUrl: core.publicUrl });
    const shop = { options: { system: "vendure", ...core }, pages: this.pages, platform: nodePlatform };
    const store = ledgerStore(connection);
    this.gateway = createGateway({ ...shop, store, host, observe });
    const { gateway, pages } = this;
    const card =
      core.acceptRawCards === true ? cardParts(options, { gateway, pages, observe }, cards) : undefined;
    door.open(paymentRouter({ gateway, pages, look: own.pages, observe, card }));
  }

  /** Earlier, Vendure drops what is written to the log with the level info. */
  onApplicationBootstrap(): void {
    const { type: database } = this.connection.rawConnection.options;
    this.gateway.reportReady({ database, schedule: this.options.own.schedule ?? defaultSchedule });
  }

  /** While the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.gateway.close();
  }
}

function cardParts(
  { core, own }: CheckedOptions,
  shop: Pick<CardRouteParts, "gateway" | "pages" | "observe">,
  cards: CardDesk,
): CardRouteParts {
  const senders = [core.publicUrl, core.website ?? core.publicUrl, ...(own.cardOrigins ?? [])];
  return {
    ...shop,
    parts: 4,
    book: ([merchantTenant = "", code = ""]) => ({ ...paymentKey({ code }), merchantTenant }),
    sale: (about) => cards.sale(about),
    origins: new Set(senders.map((address) => new URL(address).origin)),
    limits: attemptLimits(),
  };
}
