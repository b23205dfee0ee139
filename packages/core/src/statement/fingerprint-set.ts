import { hash } from "node:crypto";

/** 64 MB, at most three quarters full: 6,291,456 texts. */
const maxSlots = 2 ** 23;
const maxFill = 0.75;

/**
 * A set of texts in little memory: it keeps 64 bits of a digest of each text. Among a million texts, two have the same bits with a
 * probability of 1 to 37 million.
 */
export class FingerprintSet {
  /** Two numbers for each slot. Two zeros: the slot is free. */
  #slots = new Uint32Array(2 * 1024);
  #size = 0;

  has(text: string): boolean {
    return this.#find(...fingerprint(text)).isTaken;
  }

  /** Adds the text, and returns whether it is new. Returns `full` if the set takes no more texts. */
  add(text: string): boolean | "full" {
    const [low, high] = fingerprint(text);
    const { isTaken, at } = this.#find(low, high);
    if (isTaken) return false;
    if (this.#size >= maxSlots * maxFill) return "full";
    this.#slots[at] = low;
    this.#slots[at + 1] = high;
    this.#size += 1;
    if (this.#size > (this.#slots.length / 2) * maxFill) this.#grow();
    return true;
  }

  #find(low: number, high: number): { readonly isTaken: boolean; readonly at: number } {
    const slots = this.#slots;
    for (let at = (low * 2) % slots.length; ; at = (at + 2) % slots.length) {
      if (slots[at] === 0 && slots[at + 1] === 0) return { isTaken: false, at };
      if (slots[at] === low && slots[at + 1] === high) return { isTaken: true, at };
    }
  }

  #grow(): void {
    const old = this.#slots;
    if (old.length >= 2 * maxSlots) return;
    this.#slots = new Uint32Array(2 * old.length);
    for (let from = 0; from < old.length; from += 2) {
      const [low = 0, high = 0] = [old[from], old[from + 1]];
      if (low === 0 && high === 0) continue;
      const { at } = this.#find(low, high);
      this.#slots[at] = low;
      this.#slots[at + 1] = high;
    }
  }
}

function fingerprint(text: string): [low: number, high: number] {
  const digest = hash("sha256", text, "buffer");
  return [digest.readUInt32LE(0), digest.readUInt32LE(4) || 1];
}
