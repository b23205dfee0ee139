import type { Variant } from "@pay-index/core";

export interface Settings {
  /** Where the gateway is. */
  readonly gateway: string;
  /** Where this shop is reached from outside. */
  readonly shopUrl: string;
  readonly port: number;
  /** A file, or the address of a Postgres. */
  readonly database: string;
  /** Who may enter Vendure's admin. */
  readonly superadmin: { readonly identifier: string; readonly password: string };
  /** The secret that the gateway gave out with each merchant id. */
  readonly keys: Readonly<Record<Variant, string>>;
}

/** What the environment says, for server and worker alike. */
export function readSettings(env: NodeJS.ProcessEnv, port: number): Settings {
  return {
    gateway: env.SANDBOX_URL ?? "http://localhost:4400",
    shopUrl: `http://localhost:${port}`,
    port,
    database: env.DATABASE_URL ?? "shop.db",
    superadmin: { identifier: "superadmin", password: env.SUPERADMIN_PASSWORD ?? "sandbox-superadmin" },
    // The sandbox's published keys. In a shop of your own they come from the environment and from nowhere else.
    keys: {
      card: env.PAY_KEY_CARD ?? "sandbox-card-key",
      hosted: env.PAY_KEY_HOSTED ?? "sandbox-hosted-key",
      link: env.PAY_KEY_LINK ?? "sandbox-link-key",
      subscription: env.PAY_KEY_SUBSCRIPTION ?? "sandbox-subscription-key",
      apm: env.PAY_KEY_APM ?? "sandbox-apm-key",
    },
  };
}
