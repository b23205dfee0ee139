import type { Problem, SetupWarning } from "@pay-index/core";
import type { CorsOriginStatus } from "./foreign-request.ts";

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

/** The settings of a host that let others use the sessions of its buyers and staff. */
export interface HostSessions {
  /** The CORS settings, by name, and how each treats an origin. `fetch` sends cookies to origins that one permits. */
  readonly cors: Readonly<Record<string, (origin: string) => CorsOriginStatus | Promise<CorsOriginStatus>>>;
  /** The setting that gives the session's cookie `Secure`. Undefined if it has it, or if there is no cookie. */
  readonly secureCookie: string | undefined;
}

/** An origin of nobody (RFC 2606), which no setting lists. */
const anyOrigin = "https://another-site.example";

/** Returns a warning for each setting with which another site, or another user of the network, can use a session. */
export async function findSessionWarnings({ cors, secureCookie }: HostSessions): Promise<SetupWarning[]> {
  const open: string[] = [];
  for (const [setting, check] of Object.entries(cors))
    if ((await check(anyOrigin)) !== "refused") open.push(setting);
  const warnings: SetupWarning[] = [];
  if (open.length > 0)
    warnings.push({
      code: "cors_any_origin",
      message: `${open.join(", ")} permits every origin, so every site can use the sessions of its visitors. List the origins of your storefront and admin.`,
    });
  if (secureCookie !== undefined)
    warnings.push({
      code: "cookie_not_secure",
      message: `Browsers also send the sessions of buyers and staff without https. Set ${secureCookie}.`,
    });
  return warnings;
}
