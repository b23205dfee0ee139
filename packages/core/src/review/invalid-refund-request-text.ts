import type { Problem } from "../errors.ts";

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
