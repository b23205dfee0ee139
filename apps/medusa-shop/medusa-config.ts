import { defineConfig } from "@medusajs/framework/utils";
import { payIndexProviders } from "@pay-index/medusa";
import { createPluginOptions } from "./src/plugin-options.ts";
import { readSettings } from "./src/settings.ts";

const settings = readSettings(process.env);
const { databaseUrl, redisUrl, shopUrl } = settings;
const options = createPluginOptions(settings);

/** Events, workflows and locks for several processes. */
const withRedis = (url: string) => [
  { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl: url } },
  { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl: url } } },
  {
    resolve: "@medusajs/medusa/locking",
    options: {
      providers: [
        {
          resolve: "@medusajs/medusa/locking-redis",
          id: "locking-redis",
          is_default: true,
          options: { redisUrl: url },
        },
      ],
    },
  },
];

/** Locks for several processes without a Redis. Events and workflows stay in their process. */
const withPostgres = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [{ resolve: "@medusajs/medusa/locking-postgres", id: "locking-postgres", is_default: true }],
  },
};

/** A standard Medusa with the payments: the plugin, and its providers for Medusa's own payment module. */
export default defineConfig({
  projectConfig: {
    databaseUrl,
    // With locks in Postgres, each waiting caller keeps a connection.
    databaseDriverOptions: { pool: { max: 30 } },
    ...(redisUrl === undefined ? {} : { redisUrl }),
    http: {
      storeCors: shopUrl,
      adminCors: shopUrl,
      authCors: shopUrl,
      // For the sample shop only. In your own shop, read the secrets from the environment, the same on every server.
      jwtSecret: "not-a-secret",
      cookieSecret: "not-a-secret",
    },
  },
  // Its build takes a minute and two gigabytes. tests/staff builds one, in a shop with the packed packages.
  admin: { disable: true },
  plugins: [{ resolve: "@pay-index/medusa", options }],
  modules: [
    { resolve: "@medusajs/medusa/payment", options: { providers: payIndexProviders(options) } },
    ...(redisUrl === undefined ? [withPostgres] : withRedis(redisUrl)),
  ],
});
