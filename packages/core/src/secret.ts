import { createHmac } from "node:crypto";

let readSecretValue: (secret: Secret) => string;

/**
 * A merchant key. It can be stored in memory and passed on. Printing, inspecting or serializing it returns a
 * placeholder.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  static {
    readSecretValue = (secret) => secret.#value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** Returns the text of the key, for signatures and keyed digests. The only way to read it, and not part of the public API. */
export function revealSecret(secret: Secret): string {
  return readSecretValue(secret);
}

/**
 * Returns the digest with which an installation proves later that it wrote these parts. A digest for one purpose is
 * valid for no other.
 */
export function keyedDigest(secret: Secret, purpose: string, ...parts: readonly string[]): Buffer {
  const signed = JSON.stringify([`pay-index ${purpose}`, ...parts]);
  return createHmac("sha256", revealSecret(secret)).update(signed).digest();
}
