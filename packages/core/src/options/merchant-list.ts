import { z } from "zod";
import { lazily } from "../lazily.ts";
import type { Variant } from "../protocol/sale/sale.ts";
import { createTextSchema } from "../protocol/sale/text-schemas.ts";
import type { KeyRing } from "../protocol/signature/notification-sign.ts";
import { Secret } from "../secret.ts";
import { merchantSchema } from "./merchant-schema.ts";
import { variantsOfMerchant } from "./merchant-variants.ts";

/** A checked merchant. Keys are stored in `Secret`, which cannot be printed. */
export interface Merchant {
  readonly id: string;
  readonly tenant: string;
  readonly keys: KeyRing;
  readonly variants: ReadonlySet<Variant>;
}

/**
 * One merchant, before it is checked.
 *
 * @interface
 */
export type MerchantOptions = z.input<ReturnType<typeof merchantSchema>>;

/** Whose merchants the shop's function must return. */
export interface MerchantsRequest {
  readonly tenant: string;
  /** Aborted when core stops waiting, after `replyWithin`. Cancel the query then. */
  readonly signal: AbortSignal;
}

/**
 * Returns the merchants of one tenant, or an empty list if there is no such tenant. Core keeps the answer for ten seconds, and calls it
 * once at a time for each tenant.
 */
export type LoadMerchants = (
  request: MerchantsRequest,
) => readonly MerchantOptions[] | Promise<readonly MerchantOptions[]>;

type ParsedMerchant = z.output<ReturnType<typeof merchantSchema>>;
export type AddIssue = (path: (string | number)[], message: string) => void;

export const merchantListSchema = lazily(() =>
  z.array(merchantSchema(), "is required: at least one { id, key }"),
);

/** Checks the answer of the shop's function for one tenant, by the rules of the list in the options. */
export function createTenantMerchantsSchema({ tenant, sandbox }: { tenant: string; sandbox: boolean }) {
  const name = createTextSchema(100).refine(
    (named) => named === tenant,
    "must be the tenant that the function was asked for, or be left out",
  );
  const merchant = merchantSchema().extend({ tenant: name.default(tenant) });
  const list = z.array(merchant, "must be a list of { id, key }, empty for an unknown tenant");
  return z.object({ merchants: list }).superRefine(({ merchants }, context) => {
    const complain: AddIssue = (path, message) => context.addIssue({ code: "custom", path, message });
    refuseUnusableMerchants(merchants, sandbox, complain);
  });
}

/** Complains about keys that can be guessed, repeated ids, and variants that several merchants of a tenant serve. */
export function refuseUnusableMerchants(
  merchants: readonly ParsedMerchant[],
  sandbox: boolean,
  complain: AddIssue,
): void {
  if (!sandbox) refuseWeakKeys(merchants, complain);
  refuseRepeatedIds(merchants, complain);
  const served = new Map<string, number>();
  merchants.forEach((merchant, index) => {
    for (const variant of variantsOfMerchant(merchant)) {
      const slot = `${merchant.tenant}\n${variant}`;
      const other = served.get(slot);
      if (other === undefined) served.set(slot, index);
      else complain(["merchants", index, "variants"], `${variant} is served by merchants.${other} already`);
    }
  });
}

export function toMerchant(merchant: ParsedMerchant): Merchant {
  const { id, tenant, key, previousKeys } = merchant;
  return {
    id,
    tenant,
    keys: { current: new Secret(key), previous: previousKeys.map((previous) => new Secret(previous)) },
    variants: new Set(variantsOfMerchant(merchant)),
  };
}

function refuseWeakKeys(merchants: readonly ParsedMerchant[], complain: AddIssue): void {
  merchants.forEach(({ key, previousKeys }, index) => {
    const problem = keyProblem(key);
    if (problem !== undefined) complain(["merchants", index, "key"], problem);
    previousKeys.forEach((previous, at) => {
      const earlier = keyProblem(previous);
      if (earlier !== undefined) complain(["merchants", index, "previousKeys", at], earlier);
    });
  });
}

/** Characters. A signature over known text confirms a guessed key, so a short key can be found by trying. */
const shortestKey = 16;

function keyProblem(key: string): string | undefined {
  if (/^sandbox-.*-key$/.test(key))
    return "is for the sandbox only: use the real one, or set sandbox: true while you develop";
  if (key.length < shortestKey)
    return `must have ${shortestKey} characters or more: a shorter key can be guessed. Get a longer one from the gateway (sandbox: true takes any)`;
  if (/^(.{1,4})\1+.{0,3}$/su.test(key))
    return "repeats a few characters, so it can be guessed. Get a random key from the gateway (sandbox: true takes any)";
  return undefined;
}

/** An attempt finds its merchant's keys by the merchant's id, so one id cannot have two sets of keys. */
function refuseRepeatedIds(merchants: readonly ParsedMerchant[], complain: AddIssue): void {
  merchants.forEach(({ id, tenant }, index) => {
    const first = merchants.findIndex((other) => other.id === id && other.tenant === tenant);
    if (first < index)
      complain(["merchants", index, "id"], `is the same as merchants.${first}: name both variants there`);
  });
}
