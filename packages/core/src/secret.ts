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
