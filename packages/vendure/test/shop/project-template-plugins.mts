import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AssetServerPlugin } from "@vendure/asset-server-plugin";
import { DefaultJobQueuePlugin, type VendureConfig } from "@vendure/core";
import { defaultEmailHandlers, EmailPlugin, FileBasedTemplateLoader } from "@vendure/email-plugin";

const require = createRequire(import.meta.url);

/** The program of a worker with these plugins. */
export const workerFile = fileURLToPath(new URL("./worker-process.mts", import.meta.url));

/** Returns the plugins of a new project of `@vendure/create` that e-mails depend on, with the settings that it writes. */
export function createProjectTemplatePlugins(folder: string): NonNullable<VendureConfig["plugins"]> {
  const templates = join(require.resolve("@vendure/email-plugin"), "../../templates");
  return [
    AssetServerPlugin.init({
      route: "assets",
      assetUploadDir: join(folder, "assets"),
      // The template sets a prefix in production only.
      assetUrlPrefix: undefined as never,
    }),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    EmailPlugin.init({
      devMode: true,
      outputPath: join(folder, "emails"),
      route: "mailbox",
      handlers: defaultEmailHandlers,
      templateLoader: new FileBasedTemplateLoader(templates),
      globalTemplateVars: {
        fromAddress: '"example" <noreply@example.com>',
        verifyEmailAddressUrl: "http://localhost:8080/verify",
        passwordResetUrl: "http://localhost:8080/password-reset",
        changeEmailAddressUrl: "http://localhost:8080/verify-email-address-change",
      },
    }),
  ];
}
