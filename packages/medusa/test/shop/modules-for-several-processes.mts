const lockingModule = (kind: "postgres" | "redis", options: object = {}) => {
  const name = `locking-${kind}`;
  const provider = { resolve: `@medusajs/medusa/${name}`, id: name, is_default: true, options };
  return { resolve: "@medusajs/medusa/locking", options: { providers: [provider] } };
};

/** For a shop of several processes: locks that are kept in Postgres. They have a table of their own. */
export const postgresLocksModule = lockingModule("postgres");

/**
 * What Medusa keeps in a Redis, the one of REDIS_URL, which nobody else uses: locks, events and workflows. Without one, locks in
 * Postgres.
 */
export function modulesForSeveralProcesses({ REDIS_URL: redisUrl }: NodeJS.ProcessEnv): readonly object[] {
  if (!redisUrl) return [postgresLocksModule];
  return [
    { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
    { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
    lockingModule("redis", { redisUrl }),
  ];
}
