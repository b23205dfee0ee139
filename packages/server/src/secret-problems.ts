import type { Problem } from "@pay-index/core";

/** The values of projects that older releases created, and of the examples of the hosts. */
const placeholders = ["superadmin", "not-a-secret", "supersecret", "something"];

/** A shorter value can be guessed. */
const shortestSecret = 32;

/**
 * Returns which secrets of a host cannot protect a live shop: missing, known from an example, short, or used twice. No message contains
 * a value.
 *
 * @param secrets the values by the names of their settings
 */
export function findSecretProblems(secrets: Readonly<Record<string, unknown>>): Problem[] {
  const entries = Object.entries(secrets);
  return entries.flatMap(([path, value], index) => {
    const reason = findReason(value, entries.slice(0, index));
    return reason === undefined
      ? []
      : [{ path, message: `${reason}: set a random value, such as that of openssl rand -hex 32` }];
  });
}

function findReason(
  value: unknown,
  others: readonly (readonly [name: string, value: unknown])[],
): string | undefined {
  if (value === undefined || value === "") return "is empty";
  if (typeof value !== "string") return undefined;
  if (placeholders.includes(value)) return "is the value of an example, which everybody knows";
  if (value.length < shortestSecret) return `has fewer than ${shortestSecret} characters`;
  const [same] = others.find(([, other]) => other === value) ?? [];
  return same === undefined ? undefined : `is the same as ${same}`;
}
