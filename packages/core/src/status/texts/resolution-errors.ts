import type { Problem } from "../../errors.ts";
import { isItemOutdated } from "../../review/outdated-item.ts";
import { staffTexts } from "./en.ts";

/** A field of the form that records a decision. */
export type ResolveFormField = "cycle" | "amount" | "reference" | "note";

const { page, subscription } = staffTexts;

/** What the pages call each field, in English. */
const fieldLabels: Readonly<Record<ResolveFormField, string>> = {
  cycle: subscription.cycle,
  amount: page.refundAmount,
  reference: page.refundReference,
  note: page.ground,
};

/**
 * Returns why a decision was refused, for staff: each problem with the name that the pages give to its field. In English, as
 * all refusals.
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

/** One line of `refusalText`. */
export function fieldErrorLine(field: ResolveFormField, message: string): string {
  return `${fieldLabels[field]}: ${message}`;
}

function problemLine({ path, message }: Problem): string {
  if (isItemOutdated(message)) return message;
  const field = fieldOfPath(path);
  return field === undefined ? `${path}: ${message}` : fieldErrorLine(field, message);
}

function fieldOfPath(path: string): ResolveFormField | undefined {
  const [name, part] = path.split(".");
  if (name === "cycle" || name === "note") return name;
  if (name !== "refund") return undefined;
  return part === "reference" ? "reference" : "amount";
}

/** The field that a text of `refusalText` is about. Undefined: it is about no field of the form. */
export function fieldOfErrorText(text: string): ResolveFormField | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const fields = Object.keys(fieldLabels) as ResolveFormField[];
  return fields.find((field) => lines.some((line) => line.startsWith(`${fieldLabels[field]}: `)));
}
