import type { NotificationSignRuleId } from "../signature.ts";
import type { SigningMistake } from "./signature-mismatch.ts";

/** A text that a rule signs, and its sign. */
export interface ExpectedNotificationSign {
  readonly rule: NotificationSignRuleId;
  /** The signed text. The key is masked as `key=***`. */
  readonly text: string;
  readonly sign: string;
}

/** Why the sign of a notification matches or does not match. Keys are masked in all texts as `key=***`. */
export interface NotificationDiagnosis {
  /** The sign by each rule that leads to another text. */
  readonly expected: readonly ExpectedNotificationSign[];
  /** The received sign. Empty if there was none. */
  readonly received: string;
  /** How the received sign was calculated. Without mistakes: it matches by this rule. Undefined: no usual mistake leads to it. */
  readonly explained?: {
    readonly rule: NotificationSignRuleId;
    readonly mistakes: readonly SigningMistake[];
    /** The text that leads to the received sign. */
    readonly text: string;
  };
}
