import { createHash } from "node:crypto";

/** A generator of pseudo-random numbers (xoshiro128**) that the same seed parts always start in the same state. */
export class Random {
  readonly #state: Uint32Array;

  constructor(...seed: readonly (string | number)[]) {
    const digest = createHash("sha256").update(seed.join("/")).digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at));
  }

  /** A whole number from 0 to 2³² - 1. */
  next(): number {
    const state = this.#state;
    // An iterator would take longer than everything else here.
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const d = state[3] ?? 0;
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    state[2] = c ^ a;
    state[3] = d ^ b;
    state[1] = b ^ (c ^ a);
    state[0] = a ^ (d ^ b);
    state[2] = c ^ a ^ (b << 9);
    state[3] = rotate(d ^ b, 11);
    return result;
  }

  /** A whole number from 0 to `limit` - 1. */
  int(limit: number): number {
    return limit <= 1 ? 0 : this.next() % limit;
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.int(values.length)] as Value;
  }

  bytes(size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    for (let at = 0; at < size; at++) bytes[at] = this.next() & 255;
    return bytes;
  }
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
