import type { AddedFault } from "../../../../../tests/simulation/faults.ts";

/** What the reader wants to see. */
export interface RunRequest {
  /** Default: any seed with few orders. */
  readonly seed: number | undefined;
  /** Whether the faults happen that the seed draws. */
  readonly hasOwnFaults: boolean;
  readonly added: readonly AddedFault[];
}

export const tables = {
  attempts: ["Attempt", "Order", "State", "Facts"],
  "review-items": ["Review item", "Attempt", "Status"],
  notifications: ["Notification", "Status"],
  jobs: ["Job", "Status", "Leased until"],
  transactions: ["Open transaction of", "Locked rows"],
  sales: ["Gateway order", "Amount", "What happened"],
  messages: ["Notification", "Status"],
  processes: ["Process", "Status"],
  orders: ["Order", "Due", "Status"],
} as const;
export type TableName = keyof typeof tables;

/** A row of a table as the page displays it. */
export interface Row {
  readonly table: TableName;
  readonly id: string;
  /** The order that it belongs to. */
  readonly reference: string | undefined;
  readonly cells: readonly string[];
  /** It is deleted. */
  readonly isGone?: boolean;
}

export type StepKind = "fault" | "finding" | "read" | "shop" | "gateway" | "people";

/** One line of the timeline. */
export interface Step {
  /** Milliseconds since the start. */
  readonly at: number;
  readonly kind: StepKind;
  readonly text: string;
  readonly reference: string | undefined;
  /** The rows that changed since the step before. */
  readonly changes: readonly Row[];
}

/** A seed that was played to its end. */
export interface Run {
  readonly request: RunRequest & { readonly seed: number };
  readonly steps: readonly Step[];
  readonly finding: string | undefined;
  readonly unused: readonly AddedFault[];
  readonly digest: number;
  /** What the seed drew, in words. */
  readonly plan: string;
  readonly references: readonly string[];
}
