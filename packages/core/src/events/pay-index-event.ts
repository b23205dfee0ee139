import type { AlertKind } from "../payment/alert.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import type { GatewayRefundState } from "../payment/gateway-refunds.ts";
import type { JobKind } from "../payment/job.ts";
import type { ReviewKind } from "../payment/review-kinds.ts";
import type { Money } from "../protocol/money/money.ts";
import type { RefusalCode } from "../protocol/notification/notification-refusal.ts";
import type { DisputeKind, DisputeMessageResult } from "../protocol/operations/dispute-notification.ts";
import type { TradeState } from "../protocol/operations/operation-replies.ts";
import type { SaleWarningCode } from "../protocol/sale/common-sale-fields.ts";
import type { Variant } from "../protocol/sale/sale.ts";
import type { SignRule } from "../protocol/signature/notification-sign.ts";
import type { SaleOutcome } from "../protocol/submit-sale.ts";
import type { EventError } from "./event-error.ts";

interface AttemptFields {
  readonly tenant: string;
  readonly reference: string;
  readonly attemptId: string;
}

/** How the host runs the payments, for the event `ready`. */
export interface HostDatabaseAndSchedule {
  /** The kind of the database, such as `postgres`. */
  readonly database: string;
  /** When the sweep runs, such as the cron expression of the host's task. */
  readonly schedule: string;
}

/** The address of one merchant's dispute webhook. */
export interface DisputeWebhookAddress {
  readonly tenant: string;
  readonly merchantId: string;
  /** The address for the gateway's back office. It contains a secret token. */
  readonly url: string;
}

/** The shop's set-up, without keys. */
export interface SetupSummary extends HostDatabaseAndSchedule {
  /** The pattern of the addresses that the gateway must be able to reach. */
  readonly notifyUrl: string;
  readonly gateway: string;
  readonly sandbox: boolean;
  /** The merchants of the options. `function`: a function of the shop returns those of each tenant. */
  readonly merchants:
    | readonly { readonly id: string; readonly tenant: string; readonly variants: readonly Variant[] }[]
    | "function";
  /**
   * The addresses of the dispute webhooks, for the gateway's back office. Only with the option `operations.disputeWebhook`. `function`: the
   * merchants come from a function of the shop, and `disputeWebhooks` returns the addresses. `unavailable`: the store could not be read.
   */
  readonly disputeWebhooks?: readonly DisputeWebhookAddress[] | "function" | "unavailable";
}

/**
 * What happened, for logs and metrics. The list is closed. No event has a field for a key, a card or a buyer's data. Only `ready` contains
 * tokens: those of the dispute webhooks. `maskText` masks the texts of errors.
 */
export type PayIndexEvent =
  | (AttemptFields & {
      readonly event: "attempt-started";
      readonly variant: Variant;
      readonly attemptNumber: number;
    })
  | (AttemptFields & { readonly event: "sale-warning"; readonly warning: SaleWarningCode })
  | (AttemptFields & {
      readonly event: "response-received";
      readonly outcome: SaleOutcome["outcome"];
      /** With `rejected`: the gateway's text, masked. With `unknown`: a word of a closed list. */
      readonly reason?: string;
      /** With `rejected` and `unknown`: the status of the HTTP response, if one arrived. */
      readonly httpStatus?: number;
      /** What to do if the gateway refuses the signature or cannot be reached. Until then, no buyer can pay. */
      readonly advice?: string;
    })
  | (AttemptFields & { readonly event: "response-not-stored"; readonly error: EventError })
  /** What the buyer's browser reported could not be stored. The payment does not depend on it. */
  | (AttemptFields & { readonly event: "return-not-stored"; readonly error: EventError })
  | (AttemptFields & {
      readonly event: "notification-received";
      readonly isRepeated: boolean;
      readonly variant: Variant;
      /** Seconds since the attempt started. Only with its first notification. */
      readonly secondsSinceStart?: number;
      readonly rule: SignRule;
      readonly key: "current" | "previous";
    })
  /** A verified message of the dispute webhook is stored. With a `cycle`, it is about the charge of this later cycle. */
  | (AttemptFields & {
      readonly event: "dispute-received";
      readonly cycle?: number;
      readonly type: DisputeKind;
      readonly result: DisputeMessageResult;
      readonly isRepeated: boolean;
    })
  /** The gateway was asked about an attempt. Only the outcome `reported` counts: the other ones prove nothing. */
  | (AttemptFields & {
      readonly event: "query-answered";
      readonly outcome: "reported" | "unverified" | "rejected" | "unknown";
      /** With `reported`: what the gateway says of the order. */
      readonly state?: TradeState;
      /** With `unverified` and `unknown`: a word of a closed list. */
      readonly reason?: string;
      /** With `rejected`: the gateway's text. */
      readonly text?: string;
      /** With `unknown`: the status of the HTTP response, if one arrived. */
      readonly httpStatus?: number;
    })
  /** The gateway was asked to cancel a subscription. Only the outcome `cancelled` closes it. */
  | (AttemptFields & {
      readonly event: "cancellation-answered";
      readonly outcome: "cancelled" | "refused" | "unclear";
      /** With `unclear`: a word of a closed list. */
      readonly reason?: string;
      /** With `cancelled`: since when the subscription is closed, as an ISO instant in UTC. */
      readonly closedAt?: string;
      /** With `refused`: the gateway's text, masked. */
      readonly text?: string;
    })
  /** The first notification of a merchant since the start or a change of its key does not verify: probably none does (NSIG-EXPLAIN). */
  | (AttemptFields & {
      readonly event: "notifications-not-verified";
      readonly merchantId: string;
      /** What would make the signature match, as far as it can be found. */
      readonly message: string;
    })
  | {
      readonly event: "notification-refused";
      readonly code: RefusalCode;
      /** What happened, and what to do. */
      readonly message: string;
      /** The gateway order ID in the address, whether or not the attempt exists. */
      readonly attemptId?: string;
      /** The payment, if the attempt was found. */
      readonly tenant?: string;
      readonly reference?: string;
    }
  /**
   * The number of refusals with the same code since `since` (ISO instant in UTC) that had no event. With an `attemptId`,
   * they came to that attempt's address; without one, to an unknown address.
   */
  | {
      readonly event: "refusals-suppressed";
      readonly code: RefusalCode;
      readonly count: number;
      readonly since: string;
      readonly attemptId?: string;
    }
  | (AttemptFields & {
      readonly event: "attempt-state-changed";
      readonly variant: Variant;
      readonly from: AttemptState;
      readonly to: AttemptState;
    })
  | (AttemptFields & {
      readonly event: "cycle-state-changed";
      readonly cycle: number;
      readonly from: AttemptState;
      readonly to: AttemptState;
    })
  /** A refund through the gateway has another state. `to`: `requested` is the first one. */
  | (AttemptFields & {
      readonly event: "refund-state-changed";
      readonly cycle?: number;
      /** The caller's idempotency key. Undefined if it was made at the gateway. */
      readonly requestId: string | undefined;
      /** The gateway's ID of the refund, once it is known. */
      readonly refundId: string | undefined;
      readonly amount: Money;
      readonly to: GatewayRefundState;
    })
  | (AttemptFields & {
      readonly event: "job-completed";
      readonly jobId: string;
      readonly kind: JobKind;
      /** Seconds since the job was created. */
      readonly secondsSinceCreated: number;
      readonly cycle?: number;
    })
  /** A person has to resolve a new review item, or one whose retry failed. */
  | (AttemptFields & {
      readonly event: "review-item-opened";
      readonly cycle?: number;
      readonly reviewItemId: string;
      readonly kind: ReviewKind;
      readonly code: string;
      readonly message: string;
    })
  /** The option `alerts.send` sent an alert. */
  | { readonly event: "alert-sent"; readonly kind: AlertKind; readonly id: string }
  /** The option `alerts.send` failed. It is called again at `dueAt`, with what happens meanwhile. */
  | {
      readonly event: "alert-postponed";
      readonly kind: AlertKind;
      readonly id: string;
      readonly dueAt: string;
      readonly error: EventError;
    }
  /** A job failed and runs again at `dueAt`. */
  | (AttemptFields & {
      readonly event: "job-postponed";
      readonly cycle?: number;
      readonly jobId: string;
      readonly kind: JobKind;
      readonly dueAt: string;
      readonly error: EventError;
    })
  /** The notifications of a payment could not be processed. The next sweep repeats it. */
  | {
      readonly event: "processing-postponed";
      readonly tenant: string;
      readonly reference: string;
      readonly error: EventError;
    }
  /** The shop can accept payments. Once, at start. */
  | ({ readonly event: "ready" } & SetupSummary)
  /** The installation has a new secret. `version` is its number. */
  | {
      readonly event: "payment-link-changed";
      readonly tenant: string;
      readonly reference: string;
      readonly linkId: string;
      /** `withdrawn`: by an operator. A new link that replaces another one is `created`. */
      readonly change: "created" | "opened" | "withdrawn";
    }
  | { readonly event: "secret-rotated"; readonly version: number }
  /** `orderPage` or `retryPage` of the shop threw an error. */
  | {
      readonly event: "page-url-failed";
      readonly tenant: string;
      readonly reference: string;
      readonly error: EventError;
    }
  /** The shop's own renderer of a buyer page failed. The buyer sees the standard page. */
  | { readonly event: "page-render-failed"; readonly page: string; readonly error: EventError }
  /** A request of a buyer or of staff ended in an error. `suppressed`: the number of earlier failures of this route and code without event. */
  | {
      readonly event: "request-failed";
      readonly route: "return" | "wait" | "status" | "state" | "card" | "link" | "staff";
      readonly error: EventError;
      readonly suppressed?: number;
    }
  | { readonly event: "tick-failed"; readonly error: EventError };

/** Receives events. Core ignores errors that it throws, and does not wait for a promise that it returns. */
export type EventHandler = (event: PayIndexEvent) => void;
