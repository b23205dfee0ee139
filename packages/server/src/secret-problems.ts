import type { Problem } from "@pay-index/core";

/** The values of projects that older releases created, and of the examples of the hosts. */
const placeholders = ["superadmin", "not-a-secret", "supersecret", "something"];

/** Characters. A shorter value can be guessed: a secret by trying all on one message, a password only by signing in. */
const shortest = { secret: 32, password: 12 };

/** The values of a host's settings, by the names of the settings. */
export interface HostSecrets {
  /** What signs sessions and cookies. */
  readonly secrets: Readonly<Record<string, unknown>>;
  /** What people sign in with. */
  readonly passwords?: Readonly<Record<string, unknown>>;
}

/**
 * Returns which secrets of a host cannot protect a live shop: missing, known from an example, short, or used twice. No message contains
 * a value.
 */
export function findSecretProblems({ secrets, passwords = {} }: HostSecrets): Problem[] {
  const entries = [...Object.entries(secrets), ...Object.entries(passwords)];
  return entries.flatMap(([path, value], index) => {
    const limit = path in passwords ? shortest.password : shortest.secret;
    const reason = findReason(value, limit, entries.slice(0, index));
    return reason === undefined
      ? []
      : [{ path, message: `${reason}: set a random value, such as that of openssl rand -hex 32` }];
  });
}

function findReason(
  value: unknown,
  limit: number,
  others: readonly (readonly [name: string, value: unknown])[],
): string | undefined {
  if (value === undefined || value === "") return "is empty";
  if (typeof value !== "string") return undefined;
  if (placeholders.includes(value)) return "is the value of an example, which everybody knows";
  if (value.length < limit) return `has fewer than ${limit} characters`;
  const [same] = others.find(([, other]) => other === value) ?? [];
  return same === undefined ? undefined : `is the same as ${same}`;
}
