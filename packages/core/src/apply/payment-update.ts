import type { CancellationFact } from "../payment/cancellation.ts";
import type { DisputeFact } from "../payment/dispute-fact.ts";
import type {
  InquiryFact,
  OperatorRetryFact,
  RefusalUpheldFact,
  ResolutionFact,
  ResponseFact,
} from "../payment/fact.ts";
import type { JobProblem } from "../payment/job.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import type { ReturnHintRecord } from "../payment/return-hint.ts";
import type { ReviewItemKey } from "../payment/review-item.ts";
import { isConfirmedCancellation } from "../payment/subscription/subscription-state.ts";
import type { RefundForStaffToMake } from "./opened-items.ts";
import type { UnredactedNotification, VerifiedRelease } from "./quarantine-changes.ts";
import type { PlacingBeginOrFailure } from "./winning-attempt-changes.ts";

/** What an update is about: an attempt, or the later cycle of a subscription that it started. */
interface ChargeOfUpdate {
  readonly attemptId: string;
  readonly cycle: number | undefined;
}

/** An operator action, with what it is about. */
export interface ResolutionUpdate extends ChargeOfUpdate {
  readonly kind: "resolution";
  readonly resolution: ResolutionFact;
  /** The review item that the operator resolves. Undefined: all open items of the cycle, or of the sale. */
  readonly reviewItemId: string | undefined;
  /** Whether the host keeps refunds in its own records of an order: a refund of an order then has amount and reference (ENG-REFUND). */
  readonly isRefundSynced: boolean;
}

/** Something to apply to a charge that did not come through the inbox. */
type ChargeUpdate =
  | ResolutionUpdate
  | (ChargeOfUpdate &
      /** The dispute webhook reports something about the charge (DSP-FACT). */
      (
        | { readonly kind: "dispute"; readonly fact: DisputeFact }
        /** A statement about a refund through the gateway, which gives the charge back. */
        | { readonly kind: "refund"; readonly fact: RefundFact }
        | { readonly kind: "refund-request"; readonly refund: RefundForStaffToMake }
        /** The gateway's statement and the shop differ (STM-ITEM). */
        | { readonly kind: "statement"; readonly item: ReviewItemKey; readonly problem: JobProblem }
      ));

type AttemptFact = ResponseFact | InquiryFact | RefusalUpheldFact | CancellationFact | OperatorRetryFact;

/** Something to apply that did not come through the inbox. */
export type PaymentUpdate =
  | ChargeUpdate
  | ({ readonly attemptId: string } & (
      | { readonly kind: "fact"; readonly fact: AttemptFact }
      /** The buyer's browser reported a result, which is not verified (RET-HINT). */
      | { readonly kind: "return-hint"; readonly hint: ReturnHintRecord }
      /**
       * The buyer came back, or waits because a refusal does not count yet, and the attempt has no result: the gateway is asked from `dueAt`
       * on (QRY-RETURN, RES-UNCLEAR).
       */
      | { readonly kind: "query-after-return"; readonly dueAt: Date }
      /** A success was repeated long after the first one: the gateway is asked whether the money went back (QRY-REPEAT). */
      | { readonly kind: "late-repeat"; readonly at: Date }
      /** The attempt should have a result by now (B-29). */
      | { readonly kind: "result-overdue" }
      /** This cycle should be paid by now (CYC-OVERDUE). */
      | { readonly kind: "check-cycle"; readonly cycle: number }
      | { readonly kind: "quarantine"; readonly notification: UnredactedNotification }
      /** These quarantined notifications verify now, and are in the inbox. */
      | ({ readonly kind: "release" } & VerifiedRelease)
      /** The order of this paid attempt is placed now, or could not be placed (ENG-WINS). */
      | { readonly kind: "placing"; readonly step: PlacingBeginOrFailure }
    ));

/** Returns the later cycle that an update is about. */
export function cycleOfUpdate(update: PaymentUpdate): number | undefined {
  return "cycle" in update ? update.cycle : undefined;
}

/** Returns whether the gateway confirmed that it charges no further cycle, which concerns each cycle. */
export function confirmsCancellation(update: PaymentUpdate): boolean {
  return update.kind === "fact" && isConfirmedCancellation(update.fact);
}
