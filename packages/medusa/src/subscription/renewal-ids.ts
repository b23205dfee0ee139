import { createHash, createHmac } from "node:crypto";
import type { SubscriptionSnapshot } from "../checkout-snapshot.ts";

/** The ids in Medusa of everything that belongs to the order of one cycle. */
export interface RenewalIds {
  readonly order: string;
  readonly collection: string;
  readonly session: string;
  /** The id of a line, by its place in the first order. */
  line(index: number): string;
  reservation(index: number): string;
  transaction(index: number): string;
}

/** One cycle of a subscription. */
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
 * Returns the seed of all ids of one renewal: the same in every process, whatever key the merchant has. Everybody who
 * knows an order's id can read the order in Medusa's Store API, so the seed contains a secret. Subscriptions that
 * started without a secret use the id of their first order instead, which is as hard to guess.
 */
export function createRenewalSeed({ subscribed, firstOrderId, attemptId, cycle }: RenewalSeedInput): string {
  const secret = subscribed?.secret ?? firstOrderId;
  return createHmac("sha256", secret).update(`${attemptId}/${cycle}`).digest("hex");
}

/**
 * Returns the ids of a renewal. They are always the same for one cycle, so a second run in any process meets the
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
