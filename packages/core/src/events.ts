import { type ErrorCode, errorCodes } from "./errors.ts";
import { maskText } from "./mask/mask-text.ts";
import type { AttemptState } from "./payment/derive-attempt-state.ts";
import type { RefusalCode } from "./protocol/notification/notification-refusal.ts";
import type { SaleWarning, Variant } from "./protocol/sale/sale.ts";
import type { SaleOutcome } from "./protocol/sale-response.ts";
import type { SignRule } from "./protocol/signature/notification-sign.ts";

interface AttemptIds {
  readonly tenant: string;
  readonly reference: string;
  readonly orderNumber: string;
}

/** How the host runs the payments. */
export interface HostSetup {
  /** The kind of the database, such as `postgres`. */
  readonly database: string;
  /** When the sweep runs, such as the cron expression of the host's task. */
  readonly schedule: string;
}

/** What this shop was set up with, without a key. */
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
 * What happened, for a log or a metric. Closed: a new kind of event is a new promise. No event can hold a key, a token, a
 * card or a buyer's data, because no field for one exists; `maskText` masks the errors of others.
 */
export type PayIndexEvent =
  | (AttemptIds & { readonly event: "payment-started"; readonly variant: Variant; readonly attempt: number })
  | (AttemptIds & { readonly event: "sale-warning"; readonly warning: SaleWarning })
  | (AttemptIds & {
      readonly event: "response-received";
      readonly outcome: SaleOutcome["outcome"];
      /** Of `rejected`: the gateway's text, masked. Of `unknown`: a word of a closed list. */
      readonly reason?: string;
      /** Of `rejected` and `unknown`: the status of the HTTP response, if one arrived. */
      readonly httpStatus?: number;
      /** What to do about a signature that the gateway does not accept, or a gateway that was not reached: no buyer can pay until then. */
      readonly advice?: string;
    })
  | (AttemptIds & { readonly event: "response-not-stored"; readonly error: EventError })
  | (AttemptIds & {
      readonly event: "notification-received";
      readonly repeat: boolean;
      readonly rule: SignRule;
      readonly key: "current" | "previous";
    })
  | {
      readonly event: "notification-refused";
      readonly word: RefusalCode;
      readonly message: string;
      readonly orderNumber?: string;
    }
  /**
   * Further refusals of the same word since `since`, without an event each. With an `orderNumber` they came to that attempt's address;
   * without one, to no address of a payment.
   */
  | {
      readonly event: "refusals-suppressed";
      readonly word: RefusalCode;
      readonly count: number;
      readonly since: string;
      readonly orderNumber?: string;
    }
  | (AttemptIds & { readonly event: "payment-moved"; readonly from: AttemptState; readonly to: AttemptState })
  | (AttemptIds & {
      readonly event: "cycle-moved";
      readonly cycle: number;
      readonly from: AttemptState;
      readonly to: AttemptState;
    })
  | (AttemptIds & { readonly event: "work-done"; readonly work: string })
  | (AttemptIds & {
      readonly event: "work-parked";
      readonly work: string;
      readonly code: string;
      readonly message: string;
    })
  | (AttemptIds & {
      readonly event: "work-postponed";
      readonly work: string;
      readonly dueAt: string;
      readonly error: EventError;
    })
  | {
      readonly event: "settle-postponed";
      readonly tenant: string;
      readonly reference: string;
      readonly error: EventError;
    }
  /** The shop can take payments: once, at start. */
  | ({ readonly event: "ready" } & SetupSummary)
  /** The installation has a new secret: its version, never the secret. */
  | { readonly event: "secret-rotated"; readonly version: number }
  /** The shop could not name the address of its own page. */
  | {
      readonly event: "page-failed";
      readonly tenant: string;
      readonly reference: string;
      readonly error: EventError;
    }
  /** The shop's own look of one of the buyer's pages failed, so the buyer sees ours. */
  | { readonly event: "render-failed"; readonly page: string; readonly error: EventError }
  /** A buyer's request ended in an error page. `suppressed`: earlier failures of the same route and code that had no event. */
  | {
      readonly event: "request-failed";
      readonly route: "return" | "wait" | "status" | "state" | "card";
      readonly error: EventError;
      readonly suppressed?: number;
    }
  | { readonly event: "tick-failed"; readonly error: EventError };

export interface EventError {
  readonly code: ErrorCode | "error";
  readonly message: string;
}

export type EventHandler = (event: PayIndexEvent) => void;

/** How much an event asks of whoever reads the log. */
export type EventLogLevel = "error" | "warn" | "info" | "debug";

/**
 * Under which level of a log an event belongs: `error` where something of the shop or its host failed, `warn` where staff may have to
 * act, `debug` for what every payment does.
 */
export function eventLogLevel(event: PayIndexEvent): EventLogLevel {
  switch (event.event) {
    case "response-not-stored":
    case "tick-failed":
    case "page-failed":
    case "render-failed":
    case "request-failed":
      return "error";
    case "work-parked":
    case "work-postponed":
    case "settle-postponed":
    case "notification-refused":
    case "refusals-suppressed":
    case "sale-warning":
      return "warn";
    case "ready":
    case "secret-rotated":
      return "info";
    case "response-received":
      return event.advice === undefined ? responseLogLevel(event.outcome) : "warn";
    case "payment-started":
    case "notification-received":
    case "payment-moved":
    case "cycle-moved":
    case "work-done":
      return "debug";
  }
}

/** Buyers cannot pay while the gateway rejects requests or gives no clear answer. A declined card is part of daily business. */
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
 * An error as an event may carry it, and as staff may see it: the code, and the first line of the message without what
 * `maskText` masks.
 */
export function toEventError(error: unknown): EventError {
  if (!isErrorLike(error)) return { code: "error", message: "Something other than an Error was thrown." };
  return { code: errorCodeOf(error), message: maskedLine(error.message) };
}

/** Whatever calls itself a PayIndexError: a code that is none of ours could be any text. */
function errorCodeOf(error: object): EventError["code"] {
  const isOurs = error instanceof Error && error.name === "PayIndexError" && "code" in error;
  return (isOurs && errorCodes.find((code) => code === error.code)) || "error";
}

/** The first line of a text that is not ours, masked, and at most 300 characters of it. */
function maskedLine(text: string): string {
  return maskText(text.split("\n", 1)[0] ?? "").slice(0, 300);
}

/** Workflow engines throw what they have kept of an error: an object with its message. */
function isErrorLike(thrown: unknown): thrown is { readonly message: string } {
  return (
    typeof thrown === "object" && thrown !== null && "message" in thrown && typeof thrown.message === "string"
  );
}

/** An observer of the shop must not break a payment, nor end the process with a promise that rejects. */
export function catchHandlerErrors(observe: EventHandler | undefined): EventHandler {
  return (event: PayIndexEvent) => {
    try {
      ignoreRejection(observe?.(event));
    } catch {
      // An error of the observer is not an error of the payment.
    }
  };
}

/** For what a function of the shop returned without being awaited: it may be asynchronous although its type is not. */
export function ignoreRejection(returned: unknown): void {
  Promise.resolve(returned).catch(() => undefined);
}
