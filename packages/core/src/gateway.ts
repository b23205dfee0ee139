import type { Engine } from "./engine.ts";
import { PayIndexError } from "./errors.ts";
import { catchHandlerErrors, type EventHandler, type HostSetup } from "./events.ts";
import { type NotificationRequest, receiveNotification } from "./inbox/receive-notification.ts";
import { type SweepResult, sweep, tick } from "./jobs/sweep.ts";
import { RefusalEventLimiter, type RefusedNotification } from "./limit-refusal-events.ts";
import { createFormToken, isFormToken } from "./links/form-token.ts";
import { rotateSecret } from "./links/rotate-secret.ts";
import { createSealVerbs, type SealInput } from "./links/seal.ts";
import { waitUrl } from "./links/url-tokens.ts";
import { type Options, readOptions, setupSummary } from "./options.ts";
import type { AttemptState } from "./payment/derive-attempt-state.ts";
import type { ReviewItem } from "./payment/review-item.ts";
import type { Platform } from "./platform.ts";
import type { OrderPort } from "./ports/orders.ts";
import type { Pages } from "./ports/pages.ts";
import { readPaymentKey } from "./ports/payment-key.ts";
import type { PaymentStore } from "./ports/store.ts";
import { type ReturnHint, readBuyerReturn } from "./protocol/buyer-return.ts";
import type { Money } from "./protocol/money/money.ts";
import type { HttpReply } from "./protocol/notification/http-reply.ts";
import { refusalReply } from "./protocol/notification/http-reply.ts";
import type { Sale } from "./protocol/sale/sale.ts";
import {
  type BulkResolution,
  type BulkResolutionResult,
  type BulkRetry,
  type BulkRetryResult,
  resolveReviewItems,
  retryReviewItems,
} from "./review/bulk-actions.ts";
import { type RefundRequest, requestRefund } from "./review/request-refund.ts";
import { type ReviewResolution, resolveReviewItem } from "./review/resolve-item.ts";
import { type RetryRequest, type RetryResult, retryReviewItem } from "./review/retry-item.ts";
import { loadReviewItemAmounts } from "./review/review-item-amounts.ts";
import { type StartedAttempt, start } from "./start/start.ts";
import { attemptState, type BuyerStatus, buyerStatus } from "./status/buyer-status.ts";
import { loadPaymentStatus, type PaymentStatus } from "./status/payment-status.ts";
import { InstallationSecrets, type SecretRotation } from "./store/installation-secrets.ts";
import { wrapStoreErrors } from "./store/wrap-store-errors.ts";

/** What an adapter passes to `createGateway`. */
export interface GatewayDependencies<Tx = never> {
  /** The merchant's options. `createGateway` checks them. */
  readonly options: Options;
  /** The payment store. */
  readonly store: PaymentStore<Tx>;
  /** The order port: what core asks of the shop. */
  readonly orders: OrderPort<Tx>;
  /** The addresses of the shop's own pages. */
  readonly pages: Pages;
  /** The clock, the random numbers and the network. */
  readonly platform: Platform;
  /** Receives each event. An error that it throws is ignored. Default: none. */
  readonly onEvent?: EventHandler;
}

/** The answer to a buyer's return: the status of the attempt, and where to send the browser. */
export interface BuyerReturn extends BuyerStatus {
  /** The result that the browser reports. It is not signed, so it proves nothing. */
  readonly hint: ReturnHint;
  /** The address of the waiting page. Redirect the browser to it. */
  readonly waitUrl: string;
}

/** The payment engine that adapters use. Every function can be called from any number of processes at a time. */
export interface Gateway {
  /** Emits the event `ready`. An adapter calls it once, when the host's log is available. */
  reportReady(setup: HostSetup): void;
  /**
   * Submits a sale to the gateway, and returns where to send the buyer. Commits the attempt before it calls the gateway
   * (LED-START).
   *
   * Repeating the call is safe. Core answers from an earlier attempt of the reference (`reused: true`) and sends nothing if
   *
   * - an attempt is `paid`, `review` or `approved`
   * - a direct charge (`card`, `subscription`) has no known outcome and is younger than the option `unknownHold`
   * - the same sale is being submitted, or has an open payment page that is younger than the option `reuseFor`
   *
   * Otherwise, each call submits a new attempt. A gateway that declines the sale, does not answer, or answers nonsense is
   * an outcome in `state`, not an error.
   *
   * @throws PayIndexError If it throws, nothing was sent to the gateway and the buyer was not charged by this call.
   *   - `sale_invalid`, `merchant_missing`, `raw_cards_refused`: nothing was created. Change the sale or the options;
   *     repeating the same call fails again.
   *   - `too_many_attempts`: nothing was created (LED-LIMIT). Repeat the call after `retryAt`.
   *   - `store_unavailable`: repeat the call with the same sale.
   *   - `record_unreadable`: a newer version of this package wrote a record of the payment. Update this process.
   *   - `gateway_closed`: this process is stopping. Repeat the call in another process.
   */
  start(sale: Sale): Promise<StartedAttempt>;
  /**
   * Stores a notification, applies it, and returns the HTTP reply. Never throws.
   *
   * Replies `OK` only after the evidence is durable (LED-COMMIT), and then always, whatever the shop's own code does. Waits
   * for that code at most `replyWithin` seconds. Receiving a notification repeatedly has no further effect. Any other reply
   * is an error status and one word (REP-REFUSAL).
   */
  receive(request: NotificationRequest): Promise<HttpReply>;
  /**
   * Emits an event for a request to a notify address that the host itself refused, such as a body that is too large. At most
   * ten such events a minute; the others are counted in `refusals-suppressed`.
   */
  reportRefusal(refusal: Omit<RefusedNotification, "attemptId">): void;
  /**
   * Returns the status for a buyer's browser that comes back from the gateway. Changes nothing, so it can be repeated.
   *
   * @param request `fields`: the query or form fields of the return, as received
   * @throws PayIndexError `attempt_unknown`, `store_unavailable`
   */
  handleReturn(request: { attemptId: string; token: string; fields: unknown }): Promise<BuyerReturn>;
  /** Returns the status that the waiting page displays. @throws PayIndexError `attempt_unknown`, `store_unavailable` */
  buyerStatus(request: { attemptId: string; token: string }): Promise<BuyerStatus>;
  /**
   * Returns the state for the buyer's app. `token` is the token in `statusUrl`. A payment by another attempt of the same
   * order counts.
   *
   * @throws PayIndexError `attempt_unknown`, `store_unavailable`
   */
  attemptState(request: { attemptId: string; token: string }): Promise<AttemptState>;
  /**
   * Returns the payment of an order, for the shop and its staff. If no attempt was started, `state` is `none`.
   *
   * @param key `tenant`: default `default`. `attemptId`: an attempt to include, however old it is.
   * @throws PayIndexError `sale_invalid` (reference or tenant is not a string), `store_unavailable`
   */
  status(key: { reference: string; tenant?: string; attemptId?: string }): Promise<PaymentStatus>;
  /**
   * Returns the open review items of all payments: oldest first, the kind `no-result` last.
   *
   * @param limit the highest number of items, 100 by default
   * @throws PayIndexError `store_unavailable`
   */
  reviewItems(limit?: number): Promise<readonly ReviewItem[]>;
  /**
   * Returns the amount of each review item by the item's id: the charged amount, or the requested amount if none was charged.
   *
   * @throws PayIndexError `store_unavailable`
   */
  reviewItemAmounts(items: readonly ReviewItem[]): Promise<ReadonlyMap<string, Money>>;
  /**
   * Records an operator action, and resolves the named review item, or the items of the payment if none is named. See
   * `ReviewResolution`.
   *
   * @throws PayIndexError If it throws, nothing was recorded: `resolution_invalid`, `review_item_outdated`, `attempt_unknown`,
   *   `store_unavailable`
   */
  resolveReviewItem(decision: ReviewResolution): Promise<void>;
  /**
   * Opens the review item `refund-requested`, because the protocol has no refunds: staff refund at the gateway, then record the
   * refund with `resolveReviewItem`. Repeating the call with the same `dedupeKey` opens no second item.
   *
   * @throws PayIndexError `resolution_invalid` (the payment cannot have this cycle), `attempt_unknown`, `store_unavailable`
   */
  requestRefund(request: RefundRequest): Promise<void>;
  /**
   * Retries one review item: runs its job, or verifies its notifications again. Records the operator first, and returns the result.
   *
   * @param id the id of the review item, or of a job that failed and waits for its next run
   * @throws PayIndexError `resolution_invalid` (no valid operator), `store_unavailable`
   */
  retryReviewItem(id: string, by: RetryRequest): Promise<RetryResult>;
  /**
   * Records the same operator action for several review items, at most 100. Returns the problem of each item that is still
   * open.
   *
   * @throws PayIndexError `resolution_invalid`, `store_unavailable` (earlier items of the list may be resolved; repeat the call)
   */
  resolveReviewItems(decision: BulkResolution): Promise<readonly BulkResolutionResult[]>;
  /** Retries several review items, at most 100, and returns each result. @throws PayIndexError `resolution_invalid`, `store_unavailable` */
  retryReviewItems(retries: BulkRetry): Promise<readonly BulkRetryResult[]>;
  /**
   * Returns a token for a card form of this reference, valid for one hour. It protects against forms that other sites submit.
   *
   * @throws PayIndexError `sale_invalid`, `merchant_missing`, `store_unavailable`
   */
  formToken(key: { reference: string; tenant?: string }): Promise<string>;
  /** Returns whether `formToken` created this token for this reference within the hour. @throws PayIndexError `store_unavailable` */
  isFormToken(request: { reference: string; tenant?: string; token: string }): Promise<boolean>;
  /**
   * Signs texts with the installation's secret. For adapters whose host stores these texts where buyers can change them.
   *
   * @throws PayIndexError `store_unavailable`
   */
  seal(sealing: SealInput): Promise<string>;
  /** Returns whether `seal` created this seal for the same purpose and parts. @throws PayIndexError `store_unavailable` */
  isSeal(request: SealInput & { seal: string }): Promise<boolean>;
  /**
   * Replaces the installation's secret, from which tokens are derived. Tokens of the two previous secrets stay valid.
   *
   * @throws PayIndexError `store_unavailable`
   */
  rotateSecret(rotation?: SecretRotation): Promise<void>;
  /**
   * Processes everything overdue, in one bounded round: pending notifications, due jobs, retention. Any number of processes
   * can call it at any time.
   *
   * @throws PayIndexError `store_unavailable`
   */
  sweep(): Promise<SweepResult>;
  /** Runs `sweep` for a timer. An error becomes the event `tick-failed`. */
  tick(): Promise<void>;
  /** Refuses new calls with `gateway_closed`, and resolves when the running calls have ended. */
  close(): Promise<void>;
}

/**
 * Creates the payment engine for one shop. Reads and writes nothing until a function is called.
 *
 * @throws PayIndexError `options_invalid`
 */
export function createGateway<Tx = never>(parts: GatewayDependencies<Tx>): Gateway {
  const { store, orders, pages, platform } = parts;
  const onEvent = catchHandlerErrors(parts.onEvent);
  const closing = new AbortController();
  const engine: Engine<Tx> = {
    settings: readOptions(parts.options),
    store,
    secrets: new InstallationSecrets(store, platform),
    strengths: new Map(),
    orders,
    pages,
    platform,
    emit: onEvent,
    refusals: new RefusalEventLimiter(platform, onEvent),
    closing: closing.signal,
  };
  const running = new Set<Promise<unknown>>();

  function runInBackground(work: Promise<unknown>): void {
    const ended: Promise<void> = work.then(
      () => void running.delete(ended),
      () => void running.delete(ended),
    );
    running.add(ended);
  }

  async function track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closing.signal.aborted) throw closedError();
    const result = work();
    runInBackground(result);
    return result;
  }

  return {
    reportReady: (setup) => engine.emit({ event: "ready", ...setupSummary(engine.settings), ...setup }),
    start: (sale) => track(() => start(engine, sale, runInBackground)),
    receive: async (request) =>
      closing.signal.aborted
        ? refusalReply("later")
        : track(() => receiveNotification(engine, request, runInBackground)),
    reportRefusal: (refused) => engine.refusals.report(refused),
    handleReturn: async (request) => {
      const status = await buyerStatus(engine, request?.attemptId, request?.token);
      const { attemptId, token, fields } = request;
      return {
        ...status,
        hint: readBuyerReturn(fields, attemptId),
        waitUrl: waitUrl(engine.settings.publicUrl, attemptId, token),
      };
    },
    buyerStatus: async (request) => buyerStatus(engine, request?.attemptId, request?.token),
    attemptState: async (request) => attemptState(engine, request?.attemptId, request?.token),
    status: async (key) => loadPaymentStatus(engine, readPaymentKey(key), key.attemptId),
    reviewItems: (limit = 100) => wrapStoreErrors("list review items", store.listReviewItems(limit)),
    reviewItemAmounts: (items) => loadReviewItemAmounts(engine, items),
    formToken: async (key) => createFormToken(engine, readPaymentKey(key)),
    isFormToken: async (request) => isFormToken(engine, readPaymentKey(request), request.token),
    ...createSealVerbs(engine),
    rotateSecret: (rotation) => track(() => rotateSecret(engine, rotation)),
    ...createReviewVerbs(engine, track),
    sweep: () => track(() => sweep(engine)),
    tick: async () => (closing.signal.aborted ? undefined : track(() => tick(engine))),
    close: async () => {
      closing.abort();
      while (running.size > 0) await Promise.all(running);
      engine.refusals.close();
    },
  };
}

function closedError(): PayIndexError {
  return new PayIndexError(
    "gateway_closed",
    "The payment gateway was closed. This process accepts no further calls.",
  );
}

type TrackRun = <Result>(work: () => Promise<Result>) => Promise<Result>;

function createReviewVerbs<Tx>(engine: Engine<Tx>, track: TrackRun): Pick<Gateway, ReviewVerb> {
  return {
    resolveReviewItem: (decision) => track(() => resolveReviewItem(engine, decision)),
    resolveReviewItems: (decision) => track(() => resolveReviewItems(engine, decision)),
    retryReviewItem: (id, by) => track(() => retryReviewItem(engine, id, by)),
    retryReviewItems: (retries) => track(() => retryReviewItems(engine, retries)),
    requestRefund: (request) => track(() => requestRefund(engine, request)),
  };
}

type ReviewVerb =
  | "resolveReviewItem"
  | "resolveReviewItems"
  | "retryReviewItem"
  | "retryReviewItems"
  | "requestRefund";
