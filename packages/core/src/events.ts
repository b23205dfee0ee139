import { type ErrorCode, errorCodes } from "./errors.ts";
import { maskText } from "./mask/mask-text.ts";
import type { AttemptState } from "./payment/derive-attempt-state.ts";
import type { JobKind } from "./payment/job.ts";
import type { ReviewKind } from "./payment/review-kinds.ts";
import type { RefusalCode } from "./protocol/notification/notification-refusal.ts";
import type { SaleWarning, Variant } from "./protocol/sale/sale.ts";
import type { SaleOutcome } from "./protocol/sale-response.ts";
import type { SignRule } from "./protocol/signature/notification-sign.ts";

interface AttemptFields {
  readonly tenant: string;
  readonly reference: string;
  readonly attemptId: string;
}

/** How the host runs the payments, for the event `ready`. */
export interface HostSetup {
  /** The kind of the database, such as `postgres`. */
  readonly database: string;
  /** When the sweep runs, such as the cron expression of the host's task. */
  readonly schedule: string;
}

/** The shop's set-up, without keys. */
export interface SetupSummary extends HostSetup {
  /** The pattern of the addresses that the gateway must be able to reach. */
  readonly notifyUrl: string;
  readonly gateway: string;
  readonly sandbox: boolean;
  readonly merchants: readonly {
    readonly id: string;
    readonly tenant: string;
    readonly variants: readonly Variant[];
  }[];
}

/**
 * What happened, for logs and metrics. The list is closed. No event has a field for a key, a token, a card or a buyer's
 * data. `maskText` masks the texts of errors.
 */
export type PayIndexEvent =
  | (AttemptFields & {
      readonly event: "attempt-started";
      readonly variant: Variant;
      readonly attemptNumber: number;
    })
  | (AttemptFields & { readonly event: "sale-warning"; readonly warning: SaleWarning })
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
  | (AttemptFields & {
      readonly event: "notification-received";
      readonly isRepeated: boolean;
      readonly rule: SignRule;
      readonly key: "current" | "previous";
    })
  | {
      readonly event: "notification-refused";
      readonly code: RefusalCode;
      readonly message: string;
      readonly attemptId?: string;
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
      readonly from: AttemptState;
      readonly to: AttemptState;
    })
  | (AttemptFields & {
      readonly event: "cycle-state-changed";
      readonly cycle: number;
      readonly from: AttemptState;
      readonly to: AttemptState;
    })
  | (AttemptFields & {
      readonly event: "job-completed";
      readonly jobId: string;
      readonly kind: JobKind;
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
  /** A buyer's request ended in an error page. `suppressed`: the number of earlier failures of this route and code without event. */
  | {
      readonly event: "request-failed";
      readonly route: "return" | "wait" | "status" | "state" | "card";
      readonly error: EventError;
      readonly suppressed?: number;
    }
  | { readonly event: "tick-failed"; readonly error: EventError };

/** An error as an event contains it. */
export interface EventError {
  /** The code of a `PayIndexError`, or `error`. */
  readonly code: ErrorCode | "error";
  /** The first line of the message, masked, at most 300 characters. */
  readonly message: string;
}

/** Receives events. Core ignores errors that it throws, and does not wait for a promise that it returns. */
export type EventHandler = (event: PayIndexEvent) => void;

/** The level at which to log an event. */
export type EventLogLevel = "error" | "warn" | "info" | "debug";

/**
 * Returns the level at which to log an event: `error` if something of the shop or its host failed, `warn` if staff may have
 * to act, `debug` for the normal steps of a payment.
 */
export function eventLogLevel(event: PayIndexEvent): EventLogLevel {
  switch (event.event) {
    case "response-not-stored":
    case "tick-failed":
    case "page-url-failed":
    case "page-render-failed":
    case "request-failed":
      return "error";
    case "review-item-opened":
    case "job-postponed":
    case "processing-postponed":
    case "notification-refused":
    case "refusals-suppressed":
    case "sale-warning":
      return "warn";
    case "ready":
    case "secret-rotated":
      return "info";
    case "response-received":
      return event.advice === undefined ? responseLogLevel(event.outcome) : "warn";
    case "attempt-started":
    case "notification-received":
    case "attempt-state-changed":
    case "cycle-state-changed":
    case "job-completed":
      return "debug";
  }
}

/** Buyers cannot pay while the gateway rejects requests or returns no clear answer. A declined card is normal. */
function responseLogLevel(outcome: SaleOutcome["outcome"]): EventLogLevel {
  switch (outcome) {
    case "rejected":
    case "unknown":
      return "warn";
    case "redirect":
    case "approved":
    case "declined":
      return "debug";
  }
}

/**
 * Returns an error as events contain it and staff see it: the code, and the first line of the message, masked by
 * `maskText`, at most 300 characters.
 */
export function toEventError(error: unknown): EventError {
  if (!isErrorLike(error)) return { code: "error", message: "Something other than an Error was thrown." };
  return { code: errorCodeOf(error), message: maskedLine(error.message) };
}

/** Other classes can use our name, so a code outside the list becomes `error`. */
function errorCodeOf(error: object): EventError["code"] {
  const isOurs = error instanceof Error && error.name === "PayIndexError" && "code" in error;
  return (isOurs && errorCodes.find((code) => code === error.code)) || "error";
}

/** Returns the first line, masked, at most 300 characters. */
function maskedLine(text: string): string {
  return maskText(text.split("\n", 1)[0] ?? "").slice(0, 300);
}

/** Workflow engines throw stored errors: plain objects with a message. */
function isErrorLike(thrown: unknown): thrown is { readonly message: string } {
  return (
    typeof thrown === "object" && thrown !== null && "message" in thrown && typeof thrown.message === "string"
  );
}

/** Returns a handler that ignores what the shop's handler throws or rejects with, so that it cannot break a payment. */
export function catchHandlerErrors(onEvent: EventHandler | undefined): EventHandler {
  return (event: PayIndexEvent) => {
    try {
      ignoreRejection(onEvent?.(event));
    } catch {
      // An error of the handler is not an error of the payment.
    }
  };
}

/** Ignores the rejection of a promise that is not awaited. A function of the shop can be asynchronous although its type is not. */
export function ignoreRejection(returned: unknown): void {
  Promise.resolve(returned).catch(() => undefined);
}
