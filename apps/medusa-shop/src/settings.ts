import type { Variant } from "@pay-index/core";

export interface Settings {
  /** Where the gateway is. */
  readonly gateway: string;
  /** Where this shop is reached from outside. */
  readonly shopUrl: string;
  readonly port: number;
  /** The address of a Postgres. */
  readonly databaseUrl: string;
  /** Of a Redis, where events and workflows wait for several processes. Without one they wait in this process. */
  readonly redisUrl?: string;
  /** The secret that the gateway gave out with each merchant id. */
  readonly keys: Readonly<Record<Variant, string>>;
}

/** What the environment says. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PORT ?? 3000);
  return {
    gateway: env.SANDBOX_URL ?? "http://localhost:4400",
    shopUrl: `http://localhost:${port}`,
    port,
    databaseUrl: env.DATABASE_URL ?? "postgres://localhost/medusa-shop",
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
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
