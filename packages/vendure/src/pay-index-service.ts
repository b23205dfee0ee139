import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { ModuleRef } from "@nestjs/core";
import type { Gateway } from "@pay-index/core";
import type { Pages } from "@pay-index/core/adapter";
import { bindAlerts, createPaymentServer, type PaymentServer } from "@pay-index/server";
import { ChannelService, Injector, TransactionalConnection } from "@vendure/core";
import { BackgroundContexts } from "./background-contexts.ts";
import { CardRouteSaleBuilder } from "./card-route-sale-builder.ts";
import { logEvent } from "./log-event.ts";
import {
  type CheckedOptions,
  defaultSweepSchedule,
  pluginOptionsToken,
  type VendureAlertHost,
} from "./options.ts";
import { VendureOrderPort } from "./order-port.ts";
import { createVendureStore } from "./store/vendure-store.ts";

/** The payments of a Vendure server or worker. Use `gateway` in your own code, such as `gateway.status`. */
@Injectable()
export class PayIndexService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly gateway: Gateway;
  /** The addresses of the storefront's pages. */
  readonly pages: Required<Pages>;
  /** @internal Answers the requests of staff. */
  readonly staff: PaymentServer["staff"];

  /** @throws PayIndexError `options_invalid`, with the path of each mistake */
  constructor(
    @Inject(pluginOptionsToken) private readonly options: CheckedOptions,
    private readonly connection: TransactionalConnection,
    host: VendureOrderPort,
    cards: CardRouteSaleBuilder,
    private readonly modules: ModuleRef,
    private readonly contexts: BackgroundContexts,
    private readonly channels: ChannelService,
  ) {
    const { core, own, deferredRouter } = options;
    const server = createPaymentServer({
      options: { system: "vendure", ...bindAlerts(core, () => this.createAlertHost()) },
      hostOptions: own,
      store: createVendureStore(connection),
      orders: host,
      logEvent,
      cards,
    });
    this.gateway = server.gateway;
    this.pages = server.pages;
    this.staff = server.staff;
    deferredRouter.open(server.router);
  }

  private async createAlertHost(): Promise<VendureAlertHost> {
    const ctx = await this.contexts.in(await this.channels.getDefaultChannel());
    return { injector: new Injector(this.modules), ctx };
  }

  /** Vendure drops earlier log entries of the level info. */
  onApplicationBootstrap(): void {
    const { type: database } = this.connection.rawConnection.options;
    this.gateway.reportReady({ database, schedule: this.options.own.schedule ?? defaultSweepSchedule });
  }

  /** Runs before Vendure closes the database. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.gateway.close();
  }
}
