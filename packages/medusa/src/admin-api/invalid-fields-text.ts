import { maskText, type z } from "@pay-index/core/adapter";

/** Names the fields of a body that are missing, wrong or unknown, such as `refund.amount`. */
export function invalidFieldsText({ issues }: z.ZodError): string {
  const fields = issues.flatMap((issue) => {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [];
    return names.length > 0 ? names.map((name) => [...issue.path, name]) : [issue.path];
  });
  const named = new Set(fields.map((path) => path.join(".")).filter((path) => path !== ""));
  if (named.size === 0) return "The body must be an object.";
  return `Missing, wrong or unknown: ${maskText([...named].join(", ")).slice(0, 200)}.`;
}
