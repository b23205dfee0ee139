import type { EngineContext } from "./engine-context.ts";
import { catchHandlerErrors } from "./events/handler-errors.ts";
import type { EventHandler } from "./events/pay-index-event.ts";
import type { Gateway } from "./gateway.ts";
import { receiveDispute } from "./inbox/receive-dispute.ts";
import { receiveNotification } from "./inbox/receive-notification.ts";
import { recordReturn } from "./inbox/record-return.ts";
import { sweep, tick } from "./jobs/sweep.ts";
import { QueryBudget } from "./limits/query-budget.ts";
import { countRequest } from "./limits/request-rate-limits.ts";
import { UnknownWebhookAddressLimit } from "./limits/unknown-webhook-address-limit.ts";
import { deriveDisputeWebhooks } from "./links/dispute-webhooks.ts";
import {
  createFormToken,
  createSealAndVerifyMethods,
  isFormToken,
  rotateSecret,
  waitUrl,
} from "./links/url-tokens.ts";
import { createMerchantSearch } from "./merchants/find-merchant.ts";
import { VerificationWatch } from "./merchants/verification-watch.ts";
import type { GatewayOptions } from "./options/options-schema.ts";
import { readOptions } from "./options/settings.ts";
import type { Platform, RunInBackground } from "./platform.ts";
import type { OrderPort } from "./ports/orders.ts";
import type { Pages } from "./ports/pages.ts";
import { readPaymentKey } from "./ports/paid-payment.ts";
import type { PaymentStore } from "./ports/store.ts";
import { type Telemetry, traceStep } from "./ports/telemetry.ts";
import { readBuyerReturn } from "./protocol/buyer-return.ts";
import { refusalReply } from "./protocol/notification/notification-refusal.ts";
import { RefusalEventLimiter } from "./refusal-event-limiter.ts";
import { askStaffToRefund } from "./review/ask-staff-to-refund.ts";
import { resolveReviewItems, retryReviewItems } from "./review/bulk-actions.ts";
import { cancelSubscription } from "./review/cancel-subscription.ts";
import { forgetOldPayments, forgetPayment, replayNotifications } from "./review/forget-payment.ts";
import { queryAttempts, queryForStaff } from "./review/gateway-operation-methods.ts";
import { reconcileAttemptsOfPeriod } from "./review/reconcile.ts";
import { refundThroughGateway } from "./review/refund-through-gateway.ts";
import { resolveReviewItem } from "./review/resolve-item.ts";
import { retryReviewItem } from "./review/retry-item.ts";
import {
  findOpenReviewItems,
  listOpenReviewItems,
  loadAmountByReviewItemId,
} from "./review/review-item-page.ts";
import { RunningCalls } from "./running-calls.ts";
import { createPaymentLinkMethods } from "./start/payment-links.ts";
import { start } from "./start/start.ts";
import { compareStatement } from "./statement/compare-statement.ts";
import { type AttemptTokenRequest, buyerStatus, loadAttemptStateForApp } from "./status/buyer-status.ts";
import { exportAttempts, exportRefunds, exportReviewItems } from "./status/export-records.ts";
import { findPaidOrderPage } from "./status/find-paid-order-page.ts";
import { listCapabilities, reportReady } from "./status/gateway-capabilities.ts";
import type { SetupWarning } from "./status/gateway-health.ts";
import { loadPaymentStatus } from "./status/payment-status.ts";
import { createStaffOverviewMethods } from "./status/search-attempts.ts";
import { InstallationSecrets } from "./store/installation-secrets.ts";
import { LastActivityRecorder } from "./store/last-activity-recorder.ts";
import { wrapStoreErrors } from "./store/wrap-store-errors.ts";

/** What an adapter passes to `createGateway`. */
export interface GatewayDependencies<Tx = never> {
  /** The merchant's options. `createGateway` checks them. */
  readonly options: GatewayOptions;
  /** The payment store. */
  readonly store: PaymentStore<Tx>;
  /** The order port: what core asks of the shop. */
  readonly orders: OrderPort<Tx>;
  /** The addresses of the shop's own pages. */
  readonly pages: Pages;
  /** The clock, the random numbers and the network. */
  readonly platform: Platform;
  /** The unsafe settings that were found before the start. `health` returns them with those of the host. Default: none. */
  readonly startWarnings?: readonly SetupWarning[];
  /** Receives each event. An error that it throws is ignored. Default: none. */
  readonly onEvent?: EventHandler;
  /** Traces and metrics. Its `onEvent` also receives each event. Default: none. */
  readonly telemetry?: Telemetry | undefined;
  /** For a platform that stops the process after a reply. Default: the process goes on. */
  readonly waitUntil?: RunInBackground | undefined;
}

/**
 * Creates the payment engine for one shop. Reads and writes nothing until a function is called.
 *
 * @throws PayIndexError `options_invalid`
 */
export function createGateway<Tx = never>(parts: GatewayDependencies<Tx>): Gateway {
  const calls = new RunningCalls(parts.waitUntil);
  const { track } = calls;
  const engine = createEngine(parts, calls);
  const { store, telemetry } = engine;
  const stopObserving = telemetry?.observe(() => store.readBacklogs({ dueBefore: parts.platform.now() }));
  const readBuyerStatus = async (request: AttemptTokenRequest) => buyerStatus(engine, Object(request));

  return {
    reportReady: (setup) => engine.runInBackground(reportReady(engine, setup)),
    capabilities: () => listCapabilities(engine.settings, engine.orders),
    start: (sale) => track(() => traceStep(telemetry, { step: "start" }, () => start(engine, sale))),
    receive: async (request) =>
      calls.closing.aborted ? refusalReply("later") : track(() => receiveNotification(engine, request)),
    receiveDispute: async (request) =>
      calls.closing.aborted ? refusalReply("later") : track(() => receiveDispute(engine, request)),
    disputeWebhooks: (scope) => track(() => deriveDisputeWebhooks(engine, scope?.tenants)),
    reportRefusal: (refused) => engine.refusals.report(refused),
    handleReturn: async (request) => {
      const status = await readBuyerStatus(request);
      const { attemptId, token, fields } = request;
      const hint = readBuyerReturn(fields, attemptId);
      await recordReturn(engine, { attemptId, hint });
      return { ...status, hint, waitUrl: waitUrl(engine.settings.publicUrl, attemptId, token) };
    },
    buyerStatus: readBuyerStatus,
    attemptState: async (request) => loadAttemptStateForApp(engine, Object(request)),
    status: async (key) => loadPaymentStatus(engine, readPaymentKey(key), key.attemptId),
    findPaidOrderPage: async (request) => findPaidOrderPage(engine, request),
    reviewItems: (limit = 100) => store.listReviewItems(limit),
    allReviewItems: () => listOpenReviewItems(store),
    openReviewItems: (ids) => findOpenReviewItems(store, ids),
    subscriptionTenants: () => store.listSubscriptionTenants(),
    reviewItemAmounts: (items) => loadAmountByReviewItemId(engine, items),
    formToken: async (key) => createFormToken(engine, readPaymentKey(key)),
    isFormToken: async (request) => isFormToken(engine, readPaymentKey(request), request.token),
    ...createSealAndVerifyMethods(engine),
    countRequest: (request) => track(() => countRequest(engine, request)),
    rotateSecret: (rotation) => track(() => rotateSecret(engine, rotation)),
    ...createPaymentLinkMethods(engine, track),
    ...createReviewMethods(engine, track),
    ...createStaffOverviewMethods(engine, parts.startWarnings),
    cancelSubscription: (request) => track(() => cancelSubscription(engine, request)),
    ...createStepMethods(engine, calls),
    sweep: () => track(() => sweep(engine)),
    tick: async () => (calls.closing.aborted ? undefined : track(() => tick(engine))),
    close: async () => {
      stopObserving?.();
      await calls.close();
      engine.refusals.close();
    },
  };
}

function createEngine<Tx>(
  parts: GatewayDependencies<Tx>,
  { closing, runInBackground }: RunningCalls,
): EngineContext<Tx> {
  const { options, orders, pages, platform, telemetry } = parts;
  const store = wrapStoreErrors(parts.store);
  const emit = catchHandlerErrors(parts.onEvent, telemetry?.onEvent);
  const settings = readOptions(options);
  const secrets = new InstallationSecrets(store, platform);
  const activities = new LastActivityRecorder(store, platform);
  const emitRefusal: EventHandler = (event) => {
    emit(event);
    if (event.event === "notification-refused") runInBackground(activities.record(`refused-${event.code}`));
  };
  return {
    settings,
    ...createMerchantSearch(settings, platform),
    store,
    secrets,
    strengths: new Map(),
    quarantineLook: {},
    verifying: new VerificationWatch(),
    orders,
    pages,
    platform,
    emit,
    // The texts for staff load with the first alert.
    alertText: async (...alert) => (await import("./status/alert-text.ts")).alertText(...alert),
    telemetry,
    activities,
    refusals: new RefusalEventLimiter(platform, emitRefusal),
    unknownAddresses: new UnknownWebhookAddressLimit(
      { store, secrets, platform },
      settings.failedNotificationLimit,
    ),
    queries: new QueryBudget(platform, closing),
    runInBackground,
    closing,
  };
}

/** The methods that return their results one by one. */
function createStepMethods<Tx>(engine: EngineContext<Tx>, calls: RunningCalls) {
  return {
    exportAttempts: (period) => calls.trackSteps(exportAttempts(engine, period)),
    exportRefunds: (period) => calls.trackSteps(exportRefunds(engine, period)),
    exportReviewItems: (period) => calls.trackSteps(exportReviewItems(engine, period)),
    forgetOldPayments: (request) => calls.trackSteps(forgetOldPayments(engine, request)),
    reconcile: (request) => calls.trackSteps(reconcileAttemptsOfPeriod(engine, request)),
    compareStatement: (request) => calls.trackSteps(compareStatement(engine, request)),
  } satisfies Partial<Gateway>;
}

function createReviewMethods<Tx>(engine: EngineContext<Tx>, track: RunningCalls["track"]) {
  return {
    resolveReviewItem: (decision) => track(() => resolveReviewItem(engine, decision)),
    resolveReviewItems: (decision) => track(() => resolveReviewItems(engine, decision)),
    retryReviewItem: (id, by) => track(() => retryReviewItem(engine, id, by)),
    retryReviewItems: (retries) => track(() => retryReviewItems(engine, retries)),
    replay: (request) => track(() => replayNotifications(engine, request)),
    forget: (request) => track(() => forgetPayment(engine, request)),
    refund: (request) => track(() => refundThroughGateway(engine, request)),
    requestRefund: (request) => track(() => askStaffToRefund(engine, request)),
    query: (request) => track(() => queryForStaff(engine, request)),
    queryAttempts: (request) => track(() => queryAttempts(engine, request)),
  } satisfies Partial<Gateway>;
}
