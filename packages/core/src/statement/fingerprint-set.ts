import { hash } from "node:crypto";
import { PayIndexError } from "../errors.ts";

/** 32 MB. The operating system provides only the pages that are used. */
const slotCount = 2 ** 22;
const mostKeys = 3_000_000;

/** A set of keys in constant memory: 64 bits of a digest of each. That two of a million keys are taken for one has odds of 1 to 37 million. */
export class FingerprintSet {
  /** 0: the slot is free. */
  readonly #slots = new BigUint64Array(slotCount);
  #size = 0;

  has(...key: readonly unknown[]): boolean {
    const fingerprint = fingerprintOf(key);
    return this.#slots[this.#slotOf(fingerprint)] === fingerprint;
  }

  /** Returns whether the key is new. @throws PayIndexError `query_invalid` if the set is full */
  add(...key: readonly unknown[]): boolean {
    const fingerprint = fingerprintOf(key);
    const slot = this.#slotOf(fingerprint);
    if (this.#slots[slot] === fingerprint) return false;
    if (this.#size === mostKeys)
      throw new PayIndexError(
        "query_invalid",
        "The statement has more than three million rows. Split it into shorter periods.",
      );
    this.#slots[slot] = fingerprint;
    this.#size += 1;
    return true;
  }

  /** Returns the slot that has the fingerprint, otherwise the free one where it belongs. */
  #slotOf(fingerprint: bigint): number {
    let slot = Number(fingerprint % BigInt(slotCount));
    while (this.#slots[slot] !== 0n && this.#slots[slot] !== fingerprint) slot = (slot + 1) % slotCount;
    return slot;
  }
}

function fingerprintOf(key: readonly unknown[]): bigint {
  return hash("sha256", JSON.stringify(key), "buffer").readBigUInt64LE() || 1n;
}
