import { createHmac, hash } from "node:crypto";
import type { UrlTokenPredicate } from "../mask/mask-url-tokens.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import { encodeBytesAsUrlToken } from "../protocol/random-ids.ts";
import { equalsInConstantTime } from "../protocol/signature/md5-digest.ts";
import { revealSecret, type Secret } from "../secret.ts";
import type { InstallationSecrets } from "../store/installation-secrets.ts";

/** SHA-256, hexadecimal: what the store keeps instead of a URL token (URL-TOKENS). */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

export function isNotifyTokenOfAttempt(attempt: Attempt, token: string): boolean {
  return equalsInConstantTime(attempt.notifyTokenHash, hashToken(token));
}

/** Returns a test for the attempt's own URL tokens, of which only digests are stored. */
export function createUrlTokenPredicate({ notifyTokenHash, returnTokenHash }: Attempt): UrlTokenPredicate {
  return (candidate) => {
    const digest = hashToken(candidate);
    return digest === notifyTokenHash || digest === returnTokenHash;
  };
}

/** `return`: the token in the return URL of the gateway. `repeat`: the token that a repeated click got. */
export async function identifyReturnOrRepeatToken(
  secrets: InstallationSecrets,
  attempt: Attempt,
  token: string,
): Promise<"return" | "repeat" | undefined> {
  if (equalsInConstantTime(attempt.returnTokenHash, hashToken(token))) return "return";
  return (await isDerivedToken(secrets, attempt, { purpose: "repeat", token })) ? "repeat" : undefined;
}

/**
 * Returns a token for a buyer who clicks again while the first request is being sent. Only the hash of the return token
 * is stored, so this token is derived from the installation's secret. It opens the same pages, and needs no write.
 */
export function deriveRepeatedClickToken(secret: Secret, attempt: TokenSubject): string {
  return deriveToken(secret, attempt, "repeat");
}

/**
 * Returns the address at which a buyer's app reads the state of the attempt. Its token opens nothing else, so an app
 * can store it.
 */
export function statusUrl({ publicUrl }: Settings, secret: Secret, attempt: Attempt): string {
  return `${publicUrl}/state/${attempt.attemptId}/${deriveToken(secret, attempt, "state")}`;
}

export function isStateTokenOfAttempt(
  secrets: InstallationSecrets,
  attempt: Attempt,
  token: string,
): Promise<boolean> {
  return isDerivedToken(secrets, attempt, { purpose: "state", token });
}

type TokenSubject = Pick<Attempt, "tenant" | "attemptId">;

/** The purposes of tokens that are derived and not stored. */
type DerivedTokenPurpose = "repeat" | "state";

function isDerivedToken(
  secrets: InstallationSecrets,
  attempt: Attempt,
  { purpose, token }: { readonly purpose: DerivedTokenPurpose; readonly token: string },
): Promise<boolean> {
  return secrets.some((secret) => equalsInConstantTime(deriveToken(secret, attempt, purpose), token));
}

function deriveToken(
  secret: Secret,
  { tenant, attemptId }: TokenSubject,
  purpose: DerivedTokenPurpose,
): string {
  const about = JSON.stringify([`pay-index ${purpose} token`, tenant, attemptId]);
  return encodeBytesAsUrlToken(createHmac("sha256", revealSecret(secret)).update(about).digest());
}

export interface AttemptUrls {
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly waitUrl: string;
}

/**
 * Returns the addresses of one attempt below the shop's public URL. The tokens are in the path, because some servers
 * drop the query.
 */
export function attemptUrls(
  publicUrl: string,
  { attemptId, notifyToken, returnToken }: { attemptId: string; notifyToken: string; returnToken: string },
): AttemptUrls {
  return {
    notifyUrl: `${publicUrl}/notify/${attemptId}/${notifyToken}`,
    returnUrl: `${publicUrl}/return/${attemptId}/${returnToken}`,
    waitUrl: waitUrl(publicUrl, attemptId, returnToken),
  };
}

export function waitUrl(publicUrl: string, attemptId: string, returnToken: string): string {
  return `${publicUrl}/wait/${attemptId}/${returnToken}`;
}
