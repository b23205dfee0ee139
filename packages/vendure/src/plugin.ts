import type { OnApplicationBootstrap } from "@nestjs/common";
import { APP_INTERCEPTOR } from "@nestjs/core";
import { PayIndexError } from "@pay-index/core";
import {
  ConfigService,
  I18nService,
  Logger,
  type Middleware,
  PluginCommonModule,
  type RuntimeVendureConfig,
  TransactionalConnection,
  VendurePlugin,
} from "@vendure/core";
import { Operators } from "./admin-api/operators.ts";
import { OrderSummaries } from "./admin-api/order-summaries.ts";
import { readPayments, updatePayments } from "./admin-api/permissions.ts";
import { AdminResolver } from "./admin-api/resolver.ts";
import { adminSchema } from "./admin-api/schema.ts";
import { StaffBooks } from "./admin-api/staff-books.ts";
import { StaffQueue } from "./admin-api/staff-queue.ts";
import { bootWarnings } from "./boot-warnings.ts";
import { CardDesk } from "./card-desk.ts";
import { Checkout } from "./checkout.ts";
import { Coupons } from "./coupons.ts";
import { entities } from "./entities.ts";
import { FreeOrders } from "./free-orders.ts";
import { payIndexHandler } from "./handler.ts";
import { VendureHost } from "./host.ts";
import { logContext } from "./log-event.ts";
import {
  type CheckedOptions,
  checkOptions,
  checkRoute,
  type PayIndexPluginOptions,
  payIndexOptions,
} from "./options.ts";
import { OrderBooks } from "./order-books.ts";
import { orderGuard } from "./order-guard.ts";
import { PaidOrders } from "./paid-orders.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { PayableOrders } from "./payable-orders.ts";
import { PaymentMethods } from "./payment-methods.ts";
import { PlacedOrderGuard } from "./placed-order-guard.ts";
import { RecordedRefunds } from "./refund/recorded-refunds.ts";
import { VendureRefunds } from "./refund/vendure-refunds.ts";
import { RefusedMethods } from "./refused-methods.ts";
import { ServerContexts } from "./server-contexts.ts";
import { BuyersBooks } from "./shop-api/buyers-books.ts";
import { QuoteResolver } from "./shop-api/quote-resolver.ts";
import { ShopResolver } from "./shop-api/resolver.ts";
import { shopSchema } from "./shop-api/schema.ts";
import { StartPayment } from "./start-payment.ts";
import { databaseTypeOf } from "./store/database-type.ts";
import { tablesCheck } from "./store/need-tables.ts";
import { OrderCopies } from "./subscription/order-copies.ts";
import { OrderHistory } from "./subscription/order-history.ts";
import { planFieldOf } from "./subscription/plan-field.ts";
import { PlanGate } from "./subscription/plan-gate.ts";
import { PlanResolver } from "./subscription/plan-resolver.ts";
import { Renewals } from "./subscription/renewals.ts";
import { SubscriptionNews } from "./subscription/subscription-news.ts";
import { sweepTask } from "./sweep-task.ts";
import { translations } from "./translations.ts";

/**
 * Takes pay_index payments in a Vendure shop: `plugins: [DefaultSchedulerPlugin.init(), PayIndexPlugin.init({ … })]`. Then add
 * a payment method with the handler "pay_index gateway" in the admin.
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  entities,
  providers: [
    { provide: APP_INTERCEPTOR, useClass: PlanGate },
    { provide: payIndexOptions, useFactory: () => PayIndexPlugin.options },
    tablesCheck,
    BuyersBooks,
    CardDesk,
    Checkout,
    Coupons,
    FreeOrders,
    Operators,
    OrderBooks,
    OrderCopies,
    OrderHistory,
    OrderSummaries,
    PaidOrders,
    PayableOrders,
    PaymentMethods,
    PayIndexService,
    RecordedRefunds,
    RefusedMethods,
    Renewals,
    ServerContexts,
    StaffBooks,
    StaffQueue,
    StartPayment,
    SubscriptionNews,
    VendureHost,
    VendureRefunds,
  ],
  exports: [PayIndexService],
  configuration: (config) => configure(config, PayIndexPlugin.options),
  shopApiExtensions: { schema: shopSchema, resolvers: [ShopResolver, PlanResolver, QuoteResolver] },
  adminApiExtensions: { schema: adminSchema, resolvers: [AdminResolver] },
  // Shipped as source, beside dist. The dashboard's build reads this line, so it stays a literal.
  dashboard: "../src/dashboard/index.tsx",
  compatibility: "^3.6.0",
})
export class PayIndexPlugin implements OnApplicationBootstrap {
  /** @internal */
  static options: CheckedOptions | undefined;

  constructor(
    private readonly i18n: I18nService,
    private readonly config: ConfigService,
    private readonly connection: TransactionalConnection,
  ) {}

  /** @throws PayIndexError `options_invalid`; what only core can check stops the boot */
  static init(options: PayIndexPluginOptions): typeof PayIndexPlugin {
    PayIndexPlugin.options = checkOptions(options);
    return PayIndexPlugin;
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const [language, texts] of Object.entries(translations)) this.i18n.addTranslation(language, texts);
    const { options } = PayIndexPlugin;
    if (options === undefined) return;
    const { config, connection } = this;
    const warnings = await bootWarnings({ config, connection, options });
    for (const warning of warnings) Logger.warn(warning, logContext);
  }
}

function configure(config: RuntimeVendureConfig, options: CheckedOptions | undefined): RuntimeVendureConfig {
  if (options === undefined)
    throw new PayIndexError("options_invalid", "Write PayIndexPlugin.init({ … }) among the plugins.");
  // Before TypeORM creates a table: on another database it would stop halfway.
  databaseTypeOf(config.dbConnectionOptions);
  checkRoute(options.route, config.apiOptions);
  const { route, door, own } = options;
  for (const handler of door.handlers as Middleware["handler"][])
    config.apiOptions.middleware.push({ route, handler, beforeListen: true });
  config.authOptions.customPermissions.push(readPayments, updatePayments);
  config.paymentOptions.paymentMethodHandlers.push(payIndexHandler);
  if (own.hasPlanField)
    config.customFields.ProductVariant = [
      ...(config.customFields.ProductVariant ?? []),
      planFieldOf(own.plans),
    ];
  config.orderOptions.process = [...config.orderOptions.process, orderGuard];
  const { subscribers = [] } = config.dbConnectionOptions;
  Object.assign(config.dbConnectionOptions, {
    subscribers: [...Object.values(subscribers), PlacedOrderGuard],
  });
  config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), sweepTask(own.schedule)];
  return config;
}
