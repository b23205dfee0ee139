import type { Problem } from "../errors.ts";
import { isItemOutdated } from "./outdated-item.ts";

/** A field of the form that records a decision. */
export type ResolveFormField = "cycle" | "amount" | "reference" | "note";

/** How the pages name each field, in English, as all refusals. */
export const resolveFormLabels = {
  cycle: "Cycle",
  amount: "Amount that was given back",
  reference: "The gateway's ID of the refund",
  note: "On what ground?",
} as const satisfies Record<ResolveFormField, string>;

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

/** One line of `resolutionErrorText`. */
export function fieldErrorLine(field: ResolveFormField, message: string): string {
  return `${resolveFormLabels[field]}: ${message}`;
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

/** The field that a text of `resolutionErrorText` is about. Undefined: it is about no field of the form. */
export function fieldOfErrorText(text: string): ResolveFormField | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const fields = Object.keys(resolveFormLabels) as ResolveFormField[];
  return fields.find((field) => lines.some((line) => line.startsWith(`${resolveFormLabels[field]}: `)));
}
