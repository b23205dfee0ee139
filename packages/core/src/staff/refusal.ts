import type { Problem } from "../errors.ts";
import { isItemOutdated } from "../ledger/outdated-item.ts";
import { staffWords } from "./words.ts";

/** A field of the form that records a decision. */
export type RefusedField = "cycle" | "amount" | "reference" | "note";

const { page, subscription } = staffWords;

/** What the pages call each field, in English. */
const labels: Readonly<Record<RefusedField, string>> = {
  cycle: subscription.cycle,
  amount: page.refundAmount,
  reference: page.refundReference,
  note: page.ground,
};

/**
 * Returns why a decision was refused, for staff: each problem with the name that the pages give to its field. In English, as
 * all refusals.
 */
export function refusalText({
  message,
  problems,
}: {
  readonly message: string;
  readonly problems: readonly Problem[];
}): string {
  const [summary = ""] = message.split("\n");
  return [summary, ...problems.map(lineOf)].join("\n  ");
}

/** One line of `refusalText`. */
export function refusalLine(field: RefusedField, message: string): string {
  return `${labels[field]}: ${message}`;
}

function lineOf({ path, message }: Problem): string {
  if (isItemOutdated(message)) return message;
  const field = fieldOf(path);
  return field === undefined ? `${path}: ${message}` : refusalLine(field, message);
}

function fieldOf(path: string): RefusedField | undefined {
  const [name, part] = path.split(".");
  if (name === "cycle" || name === "note") return name;
  if (name !== "refund") return undefined;
  return part === "reference" ? "reference" : "amount";
}

/** The field that a text of `refusalText` is about. Undefined: it is about no field of the form. */
export function fieldOfRefusal(text: string): RefusedField | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const fields = Object.keys(labels) as RefusedField[];
  return fields.find((field) => lines.some((line) => line.startsWith(`${labels[field]}: `)));
}
