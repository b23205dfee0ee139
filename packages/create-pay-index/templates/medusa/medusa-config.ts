import { defineConfig } from "@medusajs/framework/utils";
import { payIndexProviders } from "@pay-index/medusa";
import { payIndexOptions, settings } from "./src/settings";

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: settings.databaseUrl,
    http: {
      storeCors: settings.shopUrl,
      adminCors: settings.medusaUrl,
      authCors: settings.medusaUrl,
      jwtSecret: settings.jwtSecret,
      cookieSecret: settings.cookieSecret,
    },
  },
  // Its build takes a minute. Remove this line to use the admin.
  admin: { disable: true },
  plugins: [{ resolve: "@pay-index/medusa", options: payIndexOptions }],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: payIndexProviders(payIndexOptions) },
    },
  ],
});
