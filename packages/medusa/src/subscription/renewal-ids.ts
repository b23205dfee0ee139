import { createHash, createHmac } from "node:crypto";
import type { SubscriptionSnapshot } from "../checkout-snapshot.ts";

/** Medusa's ids of all that belongs to the order of one cycle. */
export interface RenewalIds {
  readonly order: string;
  readonly collection: string;
  readonly session: string;
  /** Of its lines, in the order of the first order's. */
  line(index: number): string;
  reservation(index: number): string;
  transaction(index: number): string;
}

/** One cycle of what a payment has begun. */
interface RenewalSeedInput {
  readonly subscribed: SubscriptionSnapshot | undefined;
  readonly firstOrderId: string;
  readonly attemptId: string;
  readonly cycle: number;
}

/** Crockford's alphabet, as in Medusa's own ids. */
const idAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const idLength = 26;

/**
 * What all ids of one renewal follow from: the same in every process, and whatever key the merchant has by then. Who knows an order's id may
 * read it in Medusa, so nobody can work one out from what is known of the payment. Subscriptions that were begun without a secret have
 * the id of their first order instead, which shows as much.
 */
export function createRenewalSeed({ subscribed, firstOrderId, attemptId, cycle }: RenewalSeedInput): string {
  const secret = subscribed?.secret ?? firstOrderId;
  return createHmac("sha256", secret).update(`${attemptId}/${cycle}`).digest("hex");
}

/**
 * The same cycle has the same ids whenever they are asked for, so whoever makes its order a second time, in whatever process, meets the
 * primary keys of the first.
 */
export function createRenewalIds(seed: string): RenewalIds {
  const idOf = (prefix: string, index = 0) => `${prefix}_${encodeId(`${seed}/${prefix}/${index}`)}`;
  return {
    order: idOf("order"),
    collection: idOf("pay_col"),
    session: idOf("payses"),
    line: (index) => idOf("ordli", index),
    reservation: (index) => idOf("resitem", index),
    transaction: (index) => idOf("ordtrx", index),
  };
}

function encodeId(text: string): string {
  const bytes = createHash("sha256").update(text).digest();
  return [...bytes.subarray(0, idLength)].map((byte) => idAlphabet[byte % idAlphabet.length]).join("");
}
