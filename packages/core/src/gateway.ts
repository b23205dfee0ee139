import { PayIndexError } from "./errors.ts";
import { readBookKey } from "./ledger/book-key.ts";
import {
  type BulkDecided,
  type BulkDecision,
  type BulkRetried,
  type BulkRetry,
  decideEach,
  workEach,
} from "./ledger/bulk.ts";
import { type Ledger, stored } from "./ledger/context.ts";
import { type Decision, decide } from "./ledger/decide.ts";
import { formToken, isFormToken } from "./ledger/form-token.ts";
import type { LedgerHost } from "./ledger/host.ts";
import { InstallationSecrets, type Rotation } from "./ledger/installation-secrets.ts";
import { itemAmounts } from "./ledger/item-amounts.ts";
import type { Pages } from "./ledger/pages.ts";
import { type NotificationRequest, receive } from "./ledger/receive.ts";
import { type RefundRequest, refundDue } from "./ledger/refund-due.ts";
import { type Refusal, RefusalReports } from "./ledger/refusal-reports.ts";
import { type Retry, type RetryResult, retry } from "./ledger/retry.ts";
import { rotateSecret } from "./ledger/rotate-secret.ts";
import { type Sealing, sealer } from "./ledger/seal.ts";
import { type Started, start } from "./ledger/start.ts";
import { attemptState, type BookStatus, type BuyerStatus, buyerStatus, status } from "./ledger/status.ts";
import type { LedgerStore } from "./ledger/store.ts";
import { type Swept, sweep, tick } from "./ledger/sweep.ts";
import { waitUrl } from "./ledger/tokens.ts";
import type { Work } from "./ledger/work.ts";
import type { Money } from "./money/money.ts";
import type { Reply } from "./notification/reply.ts";
import { refusal } from "./notification/reply.ts";
import { type ReturnHint, readReturn } from "./notification/return.ts";
import { type HostSetup, type Observe, safely } from "./observe.ts";
import { type Options, readOptions, setupSummary } from "./options.ts";
import type { PaymentState } from "./payment/judge.ts";
import type { Platform } from "./platform.ts";
import type { Sale } from "./sale/sale.ts";

/** What an adapter adds to the merchant's options. */
export interface GatewayParts<Tx = never> {
  readonly options: Options;
  readonly store: LedgerStore<Tx>;
  readonly host: LedgerHost<Tx>;
  readonly pages: Pages;
  readonly platform: Platform;
  readonly observe?: Observe;
}

export interface Returned extends BuyerStatus {
  /** What the browser brought: hearsay. */
  readonly hint: ReturnHint;
  /** The waiting page, to send the browser to. */
  readonly waitUrl: string;
}

export interface Gateway {
  /** Emits the event `ready`. For the adapter, as soon as its host writes to the log. */
  reportReady(setup: HostSetup): void;
  /** Starts a sale. @throws PayIndexError `sale_invalid`, `merchant_missing`, `raw_cards_refused`, `too_many_attempts`, `store_unavailable`, `closed` */
  start(sale: Sale): Promise<Started>;
  /** Takes a notification and says what to reply. Never throws. */
  receive(request: NotificationRequest): Promise<Reply>;
  /** Reports a request at a notify address that the host refused by itself: at most ten a minute, and then their number. */
  reportRefusal(refusal: Omit<Refusal, "orderNumber">): void;
  /** Reads what the buyer's browser brought back: a hint, never a result. @throws PayIndexError `payment_unknown`, `store_unavailable` */
  returned(request: { orderNumber: string; token: string; fields: unknown }): Promise<Returned>;
  /** For the waiting page. @throws PayIndexError `payment_unknown`, `store_unavailable` */
  buyerStatus(request: { orderNumber: string; token: string }): Promise<BuyerStatus>;
  /** For the buyer's app, by the token of `statusUrl`. @throws PayIndexError `payment_unknown`, `store_unavailable` */
  attemptState(request: { orderNumber: string; token: string }): Promise<PaymentState>;
  /**
   * For the shop and its staff. With `orderNumber`, the status includes that attempt, however old it is.
   *
   * @throws PayIndexError `sale_invalid` (no text as reference), `store_unavailable`
   */
  status(key: { reference: string; tenant?: string; orderNumber?: string }): Promise<BookStatus>;
  /** What a person must look at: oldest first, payments without a result last. @throws PayIndexError `store_unavailable` */
  items(limit?: number): Promise<readonly Work[]>;
  /**
   * The amount that each of these review items is about, by the item's id: what was charged, and otherwise what the attempt asked for.
   *
   * @throws PayIndexError `store_unavailable`
   */
  itemAmounts(items: readonly Work[]): Promise<ReadonlyMap<string, Money>>;
  /** Books what a person decided, and ends the payment's items, or the one that is named. @throws PayIndexError `decision_invalid`, `payment_unknown`, `store_unavailable` */
  decide(decision: Decision): Promise<void>;
  /** Puts a refund that the shop was asked for before staff, once for each `mark`: the protocol has none. @throws PayIndexError `decision_invalid` (a cycle that it cannot have), `payment_unknown`, `store_unavailable` */
  refundDue(request: RefundRequest): Promise<void>;
  /** Runs one job or retries one review item now, records who asked, and returns what it led to. @throws PayIndexError `decision_invalid` (no valid operator), `store_unavailable` */
  work(id: string, by: Retry): Promise<RetryResult>;
  /** Records one decision about several review items, at most 100. @throws PayIndexError `decision_invalid`, `store_unavailable` */
  decideEach(decision: BulkDecision): Promise<readonly BulkDecided[]>;
  /** Retries several review items, at most 100. @throws PayIndexError `decision_invalid`, `store_unavailable` */
  workEach(retries: BulkRetry): Promise<readonly BulkRetried[]>;
  /** For a card form about this reference, one hour long: against forms that other sites submit. @throws PayIndexError `sale_invalid`, `merchant_missing`, `store_unavailable` */
  formToken(key: { reference: string; tenant?: string }): Promise<string>;
  /** @throws PayIndexError `store_unavailable` */
  isFormToken(request: { reference: string; tenant?: string; token: string }): Promise<boolean>;
  /** For an adapter: seals texts by the installation's secret, where a host keeps them in buyers' hands. @throws PayIndexError `store_unavailable` */
  seal(sealing: Sealing): Promise<string>;
  /** Whether `seal` made this of the same purpose and parts. @throws PayIndexError `store_unavailable` */
  isSeal(request: Sealing & { seal: string }): Promise<boolean>;
  /**
   * Replaces the installation's secret, of which derived tokens are made. Tokens of the two secrets before it stay valid.
   *
   * @throws PayIndexError `store_unavailable`
   */
  rotateSecret(rotation?: Rotation): Promise<void>;
  /** Does what was left undone: for any cron. @throws PayIndexError `store_unavailable` */
  sweep(): Promise<Swept>;
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
export function createGateway<Tx = never>(parts: GatewayParts<Tx>): Gateway {
  const { store, host, pages, platform } = parts;
  const observe = safely(parts.observe);
  const closing = new AbortController();
  const ledger: Ledger<Tx> = {
    settings: readOptions(parts.options),
    store,
    secrets: new InstallationSecrets(store, platform),
    strengths: new Map(),
    host,
    pages,
    platform,
    observe,
    refusals: new RefusalReports(platform, observe),
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
    if (closing.signal.aborted)
      throw new PayIndexError(
        "closed",
        "The payment gateway was closed; this process takes no more payments.",
      );
    const running = work();
    keepGoing(running);
    return running;
  }

  return {
    reportReady: (setup) => ledger.observe({ event: "ready", ...setupSummary(ledger.settings), ...setup }),
    start: (sale) => begun(() => start(ledger, sale, keepGoing)),
    receive: async (request) =>
      closing.signal.aborted ? refusal("later") : begun(() => receive(ledger, request, keepGoing)),
    reportRefusal: (refused) => ledger.refusals.report(refused),
    returned: async (request) => {
      const found = await buyerStatus(ledger, request?.orderNumber, request?.token);
      const { orderNumber, token, fields } = request;
      return {
        ...found,
        hint: readReturn(fields, orderNumber),
        waitUrl: waitUrl(ledger.settings.publicUrl, orderNumber, token),
      };
    },
    buyerStatus: async (request) => buyerStatus(ledger, request?.orderNumber, request?.token),
    attemptState: async (request) => attemptState(ledger, request?.orderNumber, request?.token),
    status: async (key) => status(ledger, readBookKey(key), key.orderNumber),
    items: (limit = 100) => stored("list items", store.parked(limit)),
    itemAmounts: (items) => itemAmounts(ledger, items),
    formToken: async (key) => formToken(ledger, readBookKey(key)),
    isFormToken: async (request) => isFormToken(ledger, readBookKey(request), request.token),
    ...sealer(ledger),
    rotateSecret: (rotation) => begun(() => rotateSecret(ledger, rotation)),
    ...forStaff(ledger, begun),
    sweep: () => begun(() => sweep(ledger)),
    tick: async () => (closing.signal.aborted ? undefined : begun(() => tick(ledger))),
    close: async () => {
      closing.abort();
      while (going.size > 0) await Promise.all(going);
      ledger.refusals.close();
    },
  };
}

type Begun = <Result>(work: () => Promise<Result>) => Promise<Result>;

function forStaff<Tx>(ledger: Ledger<Tx>, begun: Begun): Pick<Gateway, StaffVerb> {
  return {
    decide: (decision) => begun(() => decide(ledger, decision)),
    decideEach: (decision) => begun(() => decideEach(ledger, decision)),
    work: (id, by) => begun(() => retry(ledger, id, by)),
    workEach: (retries) => begun(() => workEach(ledger, retries)),
    refundDue: (request) => begun(() => refundDue(ledger, request)),
  };
}

type StaffVerb = "decide" | "decideEach" | "work" | "workEach" | "refundDue";
