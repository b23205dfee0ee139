/** For a shop of several processes: locks that are kept in Postgres. They have a table of their own. */
export const postgresLocksModule = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [{ resolve: "@medusajs/medusa/locking-postgres", id: "locking-postgres", is_default: true }],
  },
};

/** The same with all that Medusa keeps in a Redis: locks, events and workflows. */
const redisModules = (redisUrl: string) => [
  { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
  { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
  {
    resolve: "@medusajs/medusa/locking",
    options: {
      providers: [
        {
          resolve: "@medusajs/medusa/locking-redis",
          id: "locking-redis",
          is_default: true,
          options: { redisUrl },
        },
      ],
    },
  },
];

/** In the Redis of REDIS_URL, which nobody else uses; without one in Postgres. */
export function modulesForSeveralProcesses({ REDIS_URL }: NodeJS.ProcessEnv): readonly object[] {
  return REDIS_URL ? redisModules(REDIS_URL) : [postgresLocksModule];
}
