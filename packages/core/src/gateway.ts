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
import type { Job } from "./payment/job.ts";
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
import {
  attemptState,
  type BuyerStatus,
  buyerStatus,
  loadPaymentStatus,
  type PaymentStatus,
} from "./status/payment-status.ts";
import { InstallationSecrets, type SecretRotation } from "./store/installation-secrets.ts";
import { wrapStoreErrors } from "./store/wrap-store-errors.ts";

/** What an adapter adds to the merchant's options. */
export interface GatewayDependencies<Tx = never> {
  readonly options: Options;
  readonly store: PaymentStore<Tx>;
  readonly host: OrderPort<Tx>;
  readonly pages: Pages;
  readonly platform: Platform;
  readonly observe?: EventHandler;
}

export interface BuyerReturn extends BuyerStatus {
  /** What the browser brought: hearsay. */
  readonly hint: ReturnHint;
  /** The waiting page, to send the browser to. */
  readonly waitUrl: string;
}

export interface Gateway {
  /** Emits the event `ready`. For the adapter, as soon as its host writes to the log. */
  reportReady(setup: HostSetup): void;
  /** Starts a sale. @throws PayIndexError `sale_invalid`, `merchant_missing`, `raw_cards_refused`, `too_many_attempts`, `store_unavailable`, `closed` */
  start(sale: Sale): Promise<StartedAttempt>;
  /** Takes a notification and says what to reply. Never throws. */
  receive(request: NotificationRequest): Promise<HttpReply>;
  /** Reports a request at a notify address that the host refused by itself: at most ten a minute, and then their number. */
  reportRefusal(refusal: Omit<RefusedNotification, "orderNumber">): void;
  /** Reads what the buyer's browser brought back: a hint, never a result. @throws PayIndexError `payment_unknown`, `store_unavailable` */
  returned(request: { orderNumber: string; token: string; fields: unknown }): Promise<BuyerReturn>;
  /** For the waiting page. @throws PayIndexError `payment_unknown`, `store_unavailable` */
  buyerStatus(request: { orderNumber: string; token: string }): Promise<BuyerStatus>;
  /** For the buyer's app, by the token of `statusUrl`. @throws PayIndexError `payment_unknown`, `store_unavailable` */
  attemptState(request: { orderNumber: string; token: string }): Promise<AttemptState>;
  /**
   * For the shop and its staff. With `orderNumber`, the status includes that attempt, however old it is.
   *
   * @throws PayIndexError `sale_invalid` (no text as reference), `store_unavailable`
   */
  status(key: { reference: string; tenant?: string; orderNumber?: string }): Promise<PaymentStatus>;
  /** What a person must look at: oldest first, payments without a result last. @throws PayIndexError `store_unavailable` */
  items(limit?: number): Promise<readonly Job[]>;
  /**
   * The amount that each of these review items is about, by the item's id: what was charged, and otherwise what the attempt asked for.
   *
   * @throws PayIndexError `store_unavailable`
   */
  itemAmounts(items: readonly Job[]): Promise<ReadonlyMap<string, Money>>;
  /** Books what a person decided, and ends the payment's items, or the one that is named. @throws PayIndexError `decision_invalid`, `payment_unknown`, `store_unavailable` */
  decide(decision: ReviewResolution): Promise<void>;
  /** Puts a refund that the shop was asked for before staff, once for each `mark`: the protocol has none. @throws PayIndexError `decision_invalid` (a cycle that it cannot have), `payment_unknown`, `store_unavailable` */
  refundDue(request: RefundRequest): Promise<void>;
  /** Runs one job or retries one review item now, records who asked, and returns what it led to. @throws PayIndexError `decision_invalid` (no valid operator), `store_unavailable` */
  work(id: string, by: RetryRequest): Promise<RetryResult>;
  /** Records one decision about several review items, at most 100. @throws PayIndexError `decision_invalid`, `store_unavailable` */
  decideEach(decision: BulkResolution): Promise<readonly BulkResolutionResult[]>;
  /** Retries several review items, at most 100. @throws PayIndexError `decision_invalid`, `store_unavailable` */
  workEach(retries: BulkRetry): Promise<readonly BulkRetryResult[]>;
  /** For a card form about this reference, one hour long: against forms that other sites submit. @throws PayIndexError `sale_invalid`, `merchant_missing`, `store_unavailable` */
  formToken(key: { reference: string; tenant?: string }): Promise<string>;
  /** @throws PayIndexError `store_unavailable` */
  isFormToken(request: { reference: string; tenant?: string; token: string }): Promise<boolean>;
  /** For an adapter: seals texts by the installation's secret, where a host keeps them in buyers' hands. @throws PayIndexError `store_unavailable` */
  seal(sealing: SealInput): Promise<string>;
  /** Whether `seal` made this of the same purpose and parts. @throws PayIndexError `store_unavailable` */
  isSeal(request: SealInput & { seal: string }): Promise<boolean>;
  /**
   * Replaces the installation's secret, of which derived tokens are made. Tokens of the two secrets before it stay valid.
   *
   * @throws PayIndexError `store_unavailable`
   */
  rotateSecret(rotation?: SecretRotation): Promise<void>;
  /** Does what was left undone: for any cron. @throws PayIndexError `store_unavailable` */
  sweep(): Promise<SweepResult>;
  /** `sweep` for a timer: trouble goes to `observe`. */
  tick(): Promise<void>;
  /** Takes nothing new, and resolves when all that was begun has ended. */
  close(): Promise<void>;
}

/**
 * The verbs of the protocol, with keys, clock, store and shop in hand.
 *
 * @throws PayIndexError `options_invalid`
 */
export function createGateway<Tx = never>(parts: GatewayDependencies<Tx>): Gateway {
  const { store, host, pages, platform } = parts;
  const observe = catchHandlerErrors(parts.observe);
  const closing = new AbortController();
  const ledger: Engine<Tx> = {
    settings: readOptions(parts.options),
    store,
    secrets: new InstallationSecrets(store, platform),
    strengths: new Map(),
    host,
    pages,
    platform,
    observe,
    refusals: new RefusalEventLimiter(platform, observe),
    closing: closing.signal,
  };
  const going = new Set<Promise<unknown>>();

  function keepGoing(work: Promise<unknown>): void {
    const ended: Promise<void> = work.then(
      () => void going.delete(ended),
      () => void going.delete(ended),
    );
    going.add(ended);
  }

  async function begun<Result>(work: () => Promise<Result>): Promise<Result> {
    if (closing.signal.aborted) throw closedError();
    const running = work();
    keepGoing(running);
    return running;
  }

  return {
    reportReady: (setup) => ledger.observe({ event: "ready", ...setupSummary(ledger.settings), ...setup }),
    start: (sale) => begun(() => start(ledger, sale, keepGoing)),
    receive: async (request) =>
      closing.signal.aborted
        ? refusalReply("later")
        : begun(() => receiveNotification(ledger, request, keepGoing)),
    reportRefusal: (refused) => ledger.refusals.report(refused),
    returned: async (request) => {
      const found = await buyerStatus(ledger, request?.orderNumber, request?.token);
      const { orderNumber, token, fields } = request;
      return {
        ...found,
        hint: readBuyerReturn(fields, orderNumber),
        waitUrl: waitUrl(ledger.settings.publicUrl, orderNumber, token),
      };
    },
    buyerStatus: async (request) => buyerStatus(ledger, request?.orderNumber, request?.token),
    attemptState: async (request) => attemptState(ledger, request?.orderNumber, request?.token),
    status: async (key) => loadPaymentStatus(ledger, readPaymentKey(key), key.orderNumber),
    items: (limit = 100) => wrapStoreErrors("list items", store.parked(limit)),
    itemAmounts: (items) => loadReviewItemAmounts(ledger, items),
    formToken: async (key) => createFormToken(ledger, readPaymentKey(key)),
    isFormToken: async (request) => isFormToken(ledger, readPaymentKey(request), request.token),
    ...createSealVerbs(ledger),
    rotateSecret: (rotation) => begun(() => rotateSecret(ledger, rotation)),
    ...createReviewVerbs(ledger, begun),
    sweep: () => begun(() => sweep(ledger)),
    tick: async () => (closing.signal.aborted ? undefined : begun(() => tick(ledger))),
    close: async () => {
      closing.abort();
      while (going.size > 0) await Promise.all(going);
      ledger.refusals.close();
    },
  };
}

function closedError(): PayIndexError {
  return new PayIndexError("closed", "The payment gateway was closed; this process takes no more payments.");
}

type TrackRun = <Result>(work: () => Promise<Result>) => Promise<Result>;

function createReviewVerbs<Tx>(ledger: Engine<Tx>, begun: TrackRun): Pick<Gateway, ReviewVerb> {
  return {
    decide: (decision) => begun(() => resolveReviewItem(ledger, decision)),
    decideEach: (decision) => begun(() => resolveReviewItems(ledger, decision)),
    work: (id, by) => begun(() => retryReviewItem(ledger, id, by)),
    workEach: (retries) => begun(() => retryReviewItems(ledger, retries)),
    refundDue: (request) => begun(() => requestRefund(ledger, request)),
  };
}

type ReviewVerb = "decide" | "decideEach" | "work" | "workEach" | "refundDue";
