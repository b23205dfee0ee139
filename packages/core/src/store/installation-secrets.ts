import type { Platform } from "../platform.ts";
import { createInstallationSecret, type InstallationStore } from "../ports/installation-store.ts";
import { Secret } from "../secret.ts";

/** How many secrets stay valid: the one that signs, and those that it replaced. */
const secretsToKeep = 3;

/** Milliseconds after which the secrets are read again, so that each process learns of a rotation. */
const cacheMaxAge = 5 * 60_000;

interface SecretCache {
  /** The newest first. */
  readonly secrets: readonly { readonly version: number; readonly value: Secret }[];
  readonly readAt: number;
}

/** How to rotate the installation's secret. */
export interface RotateSecretOptions {
  /** Makes all earlier tokens invalid, also those of open attempts. For a secret that leaked. Default: false. */
  readonly forgetPrevious?: boolean;
}

/**
 * The installation's secrets (URL-TOKENS). The newest one makes tokens, and each stored one verifies them. They are
 * read at first use and then cached. The first use in an empty database creates the first secret.
 *
 * Every method throws PayIndexError `store_unavailable`.
 */
export class InstallationSecrets {
  readonly #store: InstallationStore;
  readonly #platform: Platform;
  #known: SecretCache | undefined;

  constructor(store: InstallationStore, platform: Platform) {
    this.#store = store;
    this.#platform = platform;
  }

  /** The newest first; never empty. */
  async all(): Promise<readonly Secret[]> {
    const { secrets } = await this.#current();
    return secrets.map(({ value }) => value);
  }

  /** The same, read again: another process may have rotated the secrets. */
  async stored(): Promise<readonly Secret[]> {
    const { secrets } = await this.#read();
    return secrets.map(({ value }) => value);
  }

  async newest(): Promise<Secret> {
    const [newest] = await this.all();
    if (newest === undefined) throw new Error("The installation has no secret.");
    return newest;
  }

  /**
   * Whether one of the secrets matches. Reads the store again before it returns false: another process may have rotated
   * the secrets.
   */
  async some(fits: (secret: Secret) => boolean): Promise<boolean> {
    return (await this.all()).some(fits) || (await this.stored()).some(fits);
  }

  /** Adds a new secret, which makes all tokens from now on. @returns its version */
  async rotate({ forgetPrevious = false }: RotateSecretOptions = {}): Promise<number> {
    for (;;) {
      const { secrets } = await this.#read();
      const version = (secrets[0]?.version ?? 0) + 1;
      if (await this.#add(version, forgetPrevious ? 1 : secretsToKeep)) {
        await this.#read();
        return version;
      }
    }
  }

  async #current(): Promise<SecretCache> {
    const known = this.#known;
    if (known === undefined) return this.#read();
    if (this.#now() - known.readAt < cacheMaxAge) return known;
    // The cached secrets still verify while the store is unavailable.
    return this.#read().catch(() => known);
  }

  async #read(): Promise<SecretCache> {
    let secrets = await this.#store.secrets();
    if (secrets.length === 0) {
      // False: another process was faster, and its secret is the one to use.
      await this.#add(1, secretsToKeep);
      secrets = await this.#store.secrets();
    }
    const known = secrets.map(({ version, value }) => ({ version, value: new Secret(value) }));
    this.#known = { secrets: known, readAt: this.#now() };
    return this.#known;
  }

  #add(version: number, keep: number): Promise<boolean> {
    const [addedAt, bytes] = [this.#platform.now(), this.#platform.randomBytes(32)];
    return this.#store.addSecret(createInstallationSecret({ version, addedAt, bytes }), keep);
  }

  #now(): number {
    return this.#platform.now().getTime();
  }
}
