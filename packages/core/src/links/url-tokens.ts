import { hash } from "node:crypto";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import type { UrlTokenPredicate } from "../mask/mask-text.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { PaymentLink } from "../payment/payment-link.ts";
import type { PaymentKey } from "../ports/store.ts";
import { encodeBytesAsUrlToken } from "../protocol/random-ids.ts";
import { equalsInConstantTime } from "../protocol/signature/request-sign.ts";
import { keyedDigest, type Secret } from "../secret.ts";
import type { InstallationSecrets, RotateSecretOptions } from "../store/installation-secrets.ts";

/** SHA-256, in Base64 for URLs: what the store keeps instead of a URL token (URL-TOKENS). */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
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

/** Returns the address of a payment link. Its token opens nothing else. */
export function linkUrl({ publicUrl }: Settings, secret: Secret, link: PaymentLink): string {
  return `${publicUrl}/link/${link.linkId}/${deriveToken(secret, subjectOfLink(link), "link")}`;
}

export function isTokenOfLink(
  secrets: InstallationSecrets,
  link: PaymentLink,
  token: string,
): Promise<boolean> {
  return isDerivedToken(secrets, subjectOfLink(link), { purpose: "link", token });
}

function subjectOfLink({ tenant, linkId }: PaymentLink): TokenSubject {
  return { tenant, attemptId: linkId };
}

type TokenSubject = Pick<Attempt, "tenant" | "attemptId">;

/** The purposes of tokens that are derived and not stored. */
type DerivedTokenPurpose = "repeat" | "state" | "link";

function isDerivedToken(
  secrets: InstallationSecrets,
  attempt: TokenSubject,
  { purpose, token }: { readonly purpose: DerivedTokenPurpose; readonly token: string },
): Promise<boolean> {
  return secrets.some((secret) => equalsInConstantTime(deriveToken(secret, attempt, purpose), token));
}

function deriveToken(secret: Secret, { tenant, attemptId }: TokenSubject, purpose: DerivedTokenPurpose) {
  return encodeBytesAsUrlToken(keyedDigest(secret, `${purpose} token`, tenant, attemptId));
}

interface AttemptUrls {
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

/** Seconds that a form with a card in it may stay open. */
const formTokenLifetime = 3600;

/**
 * A token for a form of this shop about this reference, against forms that another site submits in a buyer's name. Any
 * process with the same database can check it, and nothing is stored.
 *
 * @throws PayIndexError `merchant_missing`, `merchants_unavailable`, `store_unavailable`
 */
export async function createFormToken(
  { findMerchant, platform, secrets }: EngineContext,
  key: PaymentKey,
): Promise<string> {
  const ends = String(Math.floor(platform.now().getTime() / 1000) + formTokenLifetime);
  if ((await findMerchant(key.tenant, () => true)) === undefined)
    throw new PayIndexError("merchant_missing", "This tenant has no merchant.");
  return `${ends}.${signFormToken(await secrets.newest(), key, ends)}`;
}

/** @throws PayIndexError `store_unavailable` */
export async function isFormToken(
  { platform, secrets }: EngineContext,
  key: PaymentKey,
  token: string,
): Promise<boolean> {
  const [ends = "", sealed = "", more] = typeof token === "string" ? token.split(".") : [];
  if (more !== undefined || !/^\d{1,12}$/.test(ends) || Number(ends) * 1000 < platform.now().getTime())
    return false;
  return secrets.some((secret) => equalsInConstantTime(signFormToken(secret, key, ends), sealed));
}

function signFormToken(secret: Secret, { tenant, reference }: PaymentKey, ends: string): string {
  return keyedDigest(secret, "form token", tenant, reference, ends).toString("base64url");
}

/** Replaces the installation's secret (URL-TOKENS). @throws PayIndexError `store_unavailable` */
export async function rotateSecret(
  { secrets, emit: onEvent }: EngineContext,
  rotation?: RotateSecretOptions,
): Promise<void> {
  const version = await secrets.rotate(rotation);
  onEvent({ event: "secret-rotated", version });
}

/** The texts that an adapter seals. A seal is valid for its `purpose` only. */
export interface SealInput {
  readonly purpose: string;
  readonly parts: readonly string[];
}

/** The methods `seal` and `isSeal`. Both throw PayIndexError `store_unavailable`. */
export function createSealAndVerifyMethods({ secrets }: EngineContext) {
  return {
    seal: async (sealing: SealInput) => computeSeal(await secrets.newest(), sealing),
    isSeal: async ({ seal, ...sealing }: SealInput & { readonly seal: string }) =>
      secrets.some((secret) => equalsInConstantTime(computeSeal(secret, sealing), seal)),
  };
}

function computeSeal(secret: Secret, { purpose, parts }: SealInput): string {
  return keyedDigest(secret, "seal", purpose, ...parts).toString("base64url");
}
