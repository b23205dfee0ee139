import type { OnApplicationBootstrap } from "@nestjs/common";
import { APP_INTERCEPTOR } from "@nestjs/core";
import { PayIndexError, type Problem } from "@pay-index/core";
import { assertNoOptionProblems, findSecretProblems } from "@pay-index/server";
import {
  ConfigService,
  I18nService,
  type Middleware,
  PluginCommonModule,
  type RuntimeVendureConfig,
  TransactionalConnection,
  VendurePlugin,
} from "@vendure/core";
import { concatAST } from "graphql";
import { BackgroundContexts } from "./background-contexts.ts";
import { findBootWarnings } from "./boot-warnings.ts";
import { CardRouteSaleBuilder } from "./card-route-sale-builder.ts";
import { CheckoutOrderReader } from "./checkout-order-reader.ts";
import { CouponLimitChecker } from "./coupon-limit-checker.ts";
import { CoveredOrderMover } from "./covered-order-mover.ts";
import { adaptEntities, pluginEntities } from "./entities/entities.ts";
import { LineImageAndAttributesReader } from "./line-image-and-attributes.ts";
import { logLine } from "./log-event.ts";
import {
  areGatewayRefundsEnabled,
  type CheckedOptions,
  checkOptions,
  checkRouteConflicts,
  type PayIndexPluginOptions,
  pluginOptionsToken,
} from "./options.ts";
import { OrderPaymentReader } from "./order-payment-reader.ts";
import { OrderPlacer } from "./order-placer.ts";
import { VendureOrderPort } from "./order-port.ts";
import { OrderSaleConverter } from "./order-sale-converter.ts";
import { orderTransitionGuard } from "./order-transition-guard.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { LinkSaleBuilder } from "./payment-link/link-sale-builder.ts";
import { payIndexHandler } from "./payment-method-handler.ts";
import { PaymentStarter } from "./payment-starter.ts";
import { PlacedOrderOverwriteGuard } from "./placed-order-overwrite-guard.ts";
import { allowPendingRefundProcess, PendingRefundCreator } from "./refund/pending-refund-creator.ts";
import { PendingRefunds } from "./refund/pending-refunds.ts";
import { RefundInterceptor } from "./refund/refund-interceptor.ts";
import { RefundSubmitter } from "./refund/refund-submitter.ts";
import { RefundSync } from "./refund/refund-sync.ts";
import { RefusedMethodLogger } from "./refused-method-logger.ts";
import { buyerCancelSchema } from "./shop-api/buyer-cancel-schema.ts";
import { BuyerPayments } from "./shop-api/buyer-payments.ts";
import { CancelSubscriptionResolver } from "./shop-api/cancel-subscription-resolver.ts";
import { PaymentMethodEligibilityResolver } from "./shop-api/payment-method-eligibility-resolver.ts";
import { ShopResolver } from "./shop-api/shop-resolver.ts";
import { shopSchema } from "./shop-api/shop-schema.ts";
import {
  cancelSubscriptionsPermission,
  readPaymentsPermission,
  refundPaymentsPermission,
  updatePaymentsPermission,
} from "./staff/permissions.ts";
import { StaffController } from "./staff/staff-controller.ts";
import { VendureStaffHost } from "./staff/vendure-staff-host.ts";
import { checkDatabaseType } from "./store/database-type.ts";
import { tablesCheckProvider } from "./store/require-tables.ts";
import { FirstPeriodSurcharge } from "./subscription/first-period-surcharge.ts";
import { OrderCopier } from "./subscription/order-copier.ts";
import { historySchema, OrderHistory } from "./subscription/order-history.ts";
import { createPlanField } from "./subscription/plan-field.ts";
import { PlanPaymentRefusalInterceptor } from "./subscription/plan-payment-refusal-interceptor.ts";
import { ProductPlanResolver } from "./subscription/product-plan-resolver.ts";
import { RenewalPlacer } from "./subscription/renewal-placer.ts";
import { createSweepTask } from "./sweep-task.ts";
import { translations } from "./translations.ts";

/**
 * Takes pay_index payments in a Vendure shop: `plugins: [DefaultSchedulerPlugin.init(), PayIndexPlugin.init({ … })]`. Then add
 * a payment method with the handler "pay_index gateway" in the admin.
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  entities: pluginEntities,
  providers: [
    { provide: APP_INTERCEPTOR, useClass: PlanPaymentRefusalInterceptor },
    { provide: APP_INTERCEPTOR, useClass: RefundInterceptor },
    { provide: pluginOptionsToken, useFactory: () => PayIndexPlugin.options },
    tablesCheckProvider,
    BuyerPayments,
    CardRouteSaleBuilder,
    OrderSaleConverter,
    CouponLimitChecker,
    CoveredOrderMover,
    OrderPaymentReader,
    OrderCopier,
    FirstPeriodSurcharge,
    OrderHistory,
    OrderPlacer,
    LineImageAndAttributesReader,
    LinkSaleBuilder,
    CheckoutOrderReader,
    PayIndexService,
    PendingRefunds,
    PendingRefundCreator,
    RefundSubmitter,
    RefundSync,
    RefusedMethodLogger,
    RenewalPlacer,
    BackgroundContexts,
    PaymentStarter,
    VendureOrderPort,
    VendureStaffHost,
  ],
  controllers: [StaffController],
  exports: [PayIndexService],
  configuration: (config) => configureVendure(config, PayIndexPlugin.options),
  shopApiExtensions: {
    schema: () => (mayBuyersCancel() ? concatAST([shopSchema, buyerCancelSchema]) : shopSchema),
    resolvers: () => [
      ...[ShopResolver, ProductPlanResolver, PaymentMethodEligibilityResolver],
      ...(mayBuyersCancel() ? [CancelSubscriptionResolver] : []),
    ],
  },
  adminApiExtensions: { schema: historySchema },
  // Shipped as source, beside dist. The dashboard build reads this line, so it stays a literal. The path is relative to dist.
  dashboard: "../src/dashboard/index.tsx",
  compatibility: "^3.4.4",
})
export class PayIndexPlugin implements OnApplicationBootstrap {
  /** @internal */
  static options: CheckedOptions | undefined;

  constructor(
    private readonly i18n: I18nService,
    private readonly config: ConfigService,
    private readonly connection: TransactionalConnection,
    private readonly payIndex: PayIndexService,
  ) {}

  /** @throws PayIndexError `options_invalid`. Problems that only core can detect stop the boot */
  static init(options: PayIndexPluginOptions): typeof PayIndexPlugin {
    PayIndexPlugin.options = checkOptions(options);
    return PayIndexPlugin;
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const [language, texts] of Object.entries(translations)) this.i18n.addTranslation(language, texts);
    const { options } = PayIndexPlugin;
    if (options === undefined) return;
    const { config, connection } = this;
    if (options.core.sandbox !== true) assertNoOptionProblems(findLoginSecretProblems(config.authOptions));
    const warnings = await findBootWarnings({ config, connection, ...options });
    for (const { code, message } of warnings) logLine("warn", `${code}: ${message}`);
    this.payIndex.gateway.reportStartWarnings(warnings);
  }
}

/** Without the option, the Shop API has no mutation for it. */
function mayBuyersCancel(): boolean {
  return PayIndexPlugin.options?.own.buyersMayCancel === true;
}

/** Who knows these values can sign in as every user, and reach the payments of staff. */
function findLoginSecretProblems(options: ConfigService["authOptions"]): Problem[] {
  const { superadminCredentials, tokenMethod = [], cookieOptions } = options;
  return findSecretProblems({
    passwords: { "authOptions.superadminCredentials.password": superadminCredentials.password },
    secrets: tokenMethod.includes("cookie")
      ? { "authOptions.cookieOptions.secret": cookieOptions.secret }
      : {},
  });
}

function configureVendure(
  config: RuntimeVendureConfig,
  options: CheckedOptions | undefined,
): RuntimeVendureConfig {
  if (options === undefined)
    throw new PayIndexError("options_invalid", "Write PayIndexPlugin.init({ … }) among the plugins.");
  // Before TypeORM creates tables: on an unsupported database it would stop halfway.
  adaptEntities(checkDatabaseType(config.dbConnectionOptions));
  checkRouteConflicts(options.route, config.apiOptions);
  const { route, deferredRouter, own } = options;
  for (const handler of deferredRouter.handlers as Middleware["handler"][])
    config.apiOptions.middleware.push({ route, handler, beforeListen: true });
  config.authOptions.customPermissions.push(
    ...[readPaymentsPermission, updatePaymentsPermission],
    ...[refundPaymentsPermission, cancelSubscriptionsPermission],
  );
  configurePayments(config, options);
  if (own.hasPlanField)
    config.customFields.ProductVariant = [
      ...(config.customFields.ProductVariant ?? []),
      createPlanField(own.plans),
    ];
  config.orderOptions.process = [...config.orderOptions.process, orderTransitionGuard];
  const { subscribers = [] } = config.dbConnectionOptions;
  Object.assign(config.dbConnectionOptions, {
    subscribers: [...Object.values(subscribers), PlacedOrderOverwriteGuard],
  });
  config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), createSweepTask(own.schedule)];
  return config;
}

function configurePayments({ paymentOptions }: RuntimeVendureConfig, options: CheckedOptions): void {
  paymentOptions.paymentMethodHandlers.push(payIndexHandler);
  if (!areGatewayRefundsEnabled(options)) return;
  paymentOptions.refundProcess = [...(paymentOptions.refundProcess ?? []), allowPendingRefundProcess];
}
