import type { Variant } from "@pay-index/core";

export interface Settings {
  /** The address of the gateway. */
  readonly gateway: string;
  /** The public address of this shop. */
  readonly shopUrl: string;
  readonly port: number;
  /** A file, or the address of a database of Postgres (`postgres:`) or MariaDB (`mysql:`). */
  readonly database: string;
  /** The login of Vendure's admin. */
  readonly superadmin: { readonly identifier: string; readonly password: string };
  /** Whether the gateway answers queries and refunds. The specification has no such calls; the sandbox has them. */
  readonly hasOperations: boolean;
  /** The key that the gateway issued for each merchant id. */
  readonly keys: Readonly<Record<Variant, string>>;
}

/** Reads the settings from the environment, for the server and the worker. */
export function readSettings(env: NodeJS.ProcessEnv, port: number): Settings {
  return {
    gateway: env.SANDBOX_URL ?? "http://localhost:4400",
    shopUrl: `http://localhost:${port}`,
    port,
    database: env.DATABASE_URL ?? "shop.db",
    superadmin: { identifier: "superadmin", password: env.SUPERADMIN_PASSWORD ?? "sandbox-superadmin" },
    hasOperations: env.GATEWAY_OPERATIONS === "yes",
    // The sandbox's published keys. In your own shop, read them only from the environment.
    keys: {
      card: env.PAY_KEY_CARD ?? "sandbox-card-key",
      hosted: env.PAY_KEY_HOSTED ?? "sandbox-hosted-key",
      link: env.PAY_KEY_LINK ?? "sandbox-link-key",
      subscription: env.PAY_KEY_SUBSCRIPTION ?? "sandbox-subscription-key",
      apm: env.PAY_KEY_APM ?? "sandbox-apm-key",
    },
  };
}
