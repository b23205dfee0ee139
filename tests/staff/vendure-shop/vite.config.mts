import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { vendureDashboardPlugin } from "@vendure/dashboard/vite";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/dashboard/",
  build: { outDir: join(import.meta.dirname, "dist/dashboard") },
  plugins: [
    vendureDashboardPlugin({
      vendureConfigPath: pathToFileURL(join(import.meta.dirname, "vendure-config.ts")),
      api: { host: "auto", port: "auto" },
      // With pnpm it would look where @vendure/core really lies, and find no plugin.
      pluginPackageScanner: { nodeModulesRoot: join(import.meta.dirname, "node_modules") },
      gqlOutputPath: join(import.meta.dirname, "gql"),
    }),
  ],
});
