import type { CancellationFact } from "../payment/cancellation.ts";
import type { DisputeFact } from "../payment/dispute-fact.ts";
import type {
  InquiryFact,
  OperatorRetryFact,
  RefusalUpheldFact,
  ResolutionFact,
  ResponseFact,
} from "../payment/fact.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import type { ReturnHintRecord } from "../payment/return-hint.ts";
import { isConfirmedCancellation } from "../payment/subscription/subscription-state.ts";
import type { RefundForStaffToMake } from "./opened-items.ts";
import type { UnredactedNotification } from "./quarantine-changes.ts";
import type { PlacingBeginOrFailure } from "./winning-attempt-changes.ts";

/** An operator action, with what it is about. */
export interface ResolutionUpdate {
  readonly kind: "resolution";
  readonly attemptId: string;
  readonly cycle: number | undefined;
  readonly resolution: ResolutionFact;
  /** The review item that the operator resolves. Undefined: all open items of the cycle, or of the sale. */
  readonly reviewItemId: string | undefined;
  /** Whether the host keeps refunds in its own records of an order: a refund of an order then has amount and reference (ENG-REFUND). */
  readonly isRefundSynced: boolean;
}

/** Something to apply that did not come through the inbox. */
export type PaymentUpdate =
  | {
      readonly kind: "fact";
      readonly attemptId: string;
      readonly fact: ResponseFact | InquiryFact | RefusalUpheldFact | CancellationFact | OperatorRetryFact;
    }
  | ResolutionUpdate
  /** The buyer's browser reported a result, which is not verified (RET-HINT). */
  | { readonly kind: "return-hint"; readonly attemptId: string; readonly hint: ReturnHintRecord }
  /**
   * The buyer came back, or waits because a refusal does not count yet, and the attempt has no result: the gateway is asked from `dueAt` on
   * (QRY-RETURN, RES-UNCLEAR).
   */
  | { readonly kind: "query-after-return"; readonly attemptId: string; readonly dueAt: Date }
  /** A success was repeated long after the first one: the gateway is asked whether the money went back (QRY-REPEAT). */
  | { readonly kind: "late-repeat"; readonly attemptId: string; readonly at: Date }
  /** The attempt should have a result by now (B-29). */
  | { readonly kind: "result-overdue"; readonly attemptId: string }
  /** This cycle should be paid by now (CYC-OVERDUE). */
  | { readonly kind: "check-cycle"; readonly attemptId: string; readonly cycle: number }
  | {
      readonly kind: "quarantine";
      readonly attemptId: string;
      readonly notification: UnredactedNotification;
    }
  /**
   * These quarantined notifications verify now, and are in the inbox. `reviewItemId`: the item of an episode whose notifications were
   * verified again.
   */
  | {
      readonly kind: "release";
      readonly attemptId: string;
      readonly released: readonly string[];
      readonly reviewItemId: string;
    }
  /** The order of this paid attempt is placed now, or could not be placed (ENG-WINS). */
  | { readonly kind: "placing"; readonly attemptId: string; readonly step: PlacingBeginOrFailure }
  /** The dispute webhook reports something about a charge (DSP-FACT). `cycle`: the later cycle that the charge paid. */
  | {
      readonly kind: "dispute";
      readonly attemptId: string;
      readonly cycle: number | undefined;
      readonly fact: DisputeFact;
    }
  /** A statement about a refund through the gateway. `cycle`: the later cycle whose charge it gives back. */
  | {
      readonly kind: "refund";
      readonly attemptId: string;
      readonly cycle: number | undefined;
      readonly fact: RefundFact;
    }
  | {
      readonly kind: "refund-request";
      readonly attemptId: string;
      readonly cycle: number | undefined;
      readonly refund: RefundForStaffToMake;
    };

/** Returns the later cycle that an update is about. */
export function cycleOfUpdate(update: PaymentUpdate): number | undefined {
  return "cycle" in update ? update.cycle : undefined;
}

/** Returns whether the gateway confirmed that it charges no further cycle, which concerns each cycle. */
export function confirmsCancellation(update: PaymentUpdate): boolean {
  return update.kind === "fact" && isConfirmedCancellation(update.fact);
}
