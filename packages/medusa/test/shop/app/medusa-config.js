// A stock Medusa. What a test wants otherwise, it leaves here before it starts one.
const { defineConfig } = require("@medusajs/framework/utils");
const { payIndexProviders } = require("../../../.medusa/server/src/index.js");

const { databaseUrl, payments, changes = {} } = globalThis[Symbol.for("pay-index test shop")];

module.exports = defineConfig({
  admin: { disable: true },
  plugins: [{ resolve: require("node:path").join(__dirname, "../../.."), options: payments }],
  ...changes,
  projectConfig: {
    databaseUrl,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "test",
      cookieSecret: "test",
    },
    ...changes.projectConfig,
  },
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: payIndexProviders(payments) },
    },
    {
      resolve: "@medusajs/medusa/auth",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/auth-emailpass",
            id: "emailpass",
            // The passwords of a test need no protection, which would take a tenth of a second each time.
            options: { hashConfig: { logN: 1, r: 8, p: 1 } },
          },
        ],
      },
    },
    ...(changes.modules ?? []),
  ],
});
