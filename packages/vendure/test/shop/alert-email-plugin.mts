import { createRequire } from "node:module";
import { join } from "node:path";
import { AlertEvent, type PayIndexPluginOptions } from "@pay-index/vendure";
import { EventBus } from "@vendure/core";
import {
  EmailEventListener,
  EmailPlugin,
  FileBasedTemplateLoader,
  type TemplateLoader,
} from "@vendure/email-plugin";

// The recipe of docs/reference/vendure.md.
export const sendAlert: NonNullable<PayIndexPluginOptions["alerts"]>["send"] = (alert, { injector, ctx }) =>
  injector.get(EventBus).publish(new AlertEvent(ctx, alert));

const alertHandler = new EmailEventListener("pay-index-alert")
  .on(AlertEvent)
  .setRecipient(() => "payments@shop.example")
  .setFrom("{{ fromAddress }}")
  .setSubject("{{{ subject }}}")
  .setTemplateVars(({ alert: { subject, text } }) => ({ subject, text }));

const template = `<mjml><mj-body><mj-section><mj-column>
  <mj-text><div style="white-space: pre-line">{{ text }}</div></mj-text>
</mj-column></mj-section></mj-body></mjml>`;

const require = createRequire(import.meta.url);
const files = new FileBasedTemplateLoader(join(require.resolve("@vendure/email-plugin"), "../../templates"));
const templateLoader: TemplateLoader = {
  loadTemplate: async () => template,
  loadPartials: () => files.loadPartials(),
};

/** An EmailPlugin that writes alerts into a folder. */
export function createAlertEmailPlugin(outputPath: string) {
  return EmailPlugin.init({
    ...{ devMode: true, outputPath, route: "mailbox", handlers: [alertHandler], templateLoader },
    globalTemplateVars: { fromAddress: '"Shop" <noreply@shop.example>' },
  });
}
