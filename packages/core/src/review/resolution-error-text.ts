import { type ErrorCode, errorMeaning, type Problem } from "../errors.ts";

/** A field of the form that records an operator action. */
export type ResolveFormFieldName = "cycle" | "amount" | "reference" | "note";

/** The English labels of the fields on the pages, for error messages. */
export const englishResolveFormLabels = {
  cycle: "Cycle",
  amount: "Refunded amount",
  reference: "Refund ID at the gateway",
  note: "Reason",
} as const satisfies Record<ResolveFormFieldName, string>;

/**
 * Returns why an operator action was refused, for staff: each problem with the name of its field on the pages. In English, as all
 * refusals.
 */
export function resolutionErrorText({
  message,
  problems,
}: {
  readonly message: string;
  readonly problems: readonly Problem[];
}): string {
  const [summary = ""] = message.split("\n");
  return [summary, ...problems.map(problemLine)].join("\n  ");
}

function problemLine({ path, message }: Problem): string {
  const field = fieldOfPath(path);
  return `${field === undefined ? path : englishResolveFormLabels[field]}: ${message}`;
}

function fieldOfPath(path: string): ResolveFormFieldName | undefined {
  const [name, part] = path.split(".");
  if (name === "cycle" || name === "note") return name;
  if (name !== "refund") return undefined;
  return part === "reference" ? "reference" : "amount";
}

/** What each field of a refund request is called in the error texts for staff. */
const subjects: Readonly<Record<string, string>> = {
  reference: "This payment",
  attemptId: "This payment",
  cycle: "The cycle",
  amount: "The amount",
  reason: "The reason",
  idempotencyKey: "The ID of the request",
  operator: "The operator",
};

/** Returns why core refused a refund through the gateway, for staff, in sentences. In English, as all refusals. */
export function invalidRefundRequestText({ problems }: { readonly problems: readonly Problem[] }): string {
  return ["Nothing was sent to the gateway.", ...problems.map(problemSentence)].join(" ");
}

function problemSentence({ path, message }: Problem): string {
  const [name = ""] = path.split(".");
  return `${subjects[name] ?? path} ${message.replace(/\.$/, "")}.`;
}

/**
 * Whether core refuses the same refund each time. A host that repeats refunds repeats it after any other error. A host that does not
 * must report each error to staff.
 */
export function isFinalRefundError(code: ErrorCode): boolean {
  return errorMeaning(code).isFinalRefund === true;
}
