import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AlertEvent } from "@pay-index/vendure";
import {
  EmailEventListener,
  EmailPlugin,
  FileBasedTemplateLoader,
  type TemplateLoader,
} from "@vendure/email-plugin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// The recipe of docs/reference/vendure.md.
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

let folder: string;
let stage: TestShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-alerts-"));
  const email = EmailPlugin.init({
    ...{ devMode: true, outputPath: folder, route: "mailbox", handlers: [alertHandler], templateLoader },
    globalTemplateVars: { fromAddress: '"Shop" <noreply@shop.example>' },
  });
  const alerts = { groupFor: 0, staffUrl: "https://shop.example/dashboard" };
  const place = await createSqljsDatabase();
  stage = await openTestShop({ place, isEmpty: true, otherPlugins: [email], plugin: { alerts } });
}, 180_000);
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the EmailPlugin sends an alert about a review item once, with the link to the staff pages", async () => {
  const { code, attemptId } = await stage.payOrder();
  await stage.gateway.requestRefund({ attemptId, dedupeKey: "return-1", evidence: "The cup is broken." });
  await stage.gateway.sweep();
  await expect.poll(() => emails(), { timeout: 30_000 }).toHaveLength(1);
  const [email = ""] = await emails();
  expect(email).toContain("1 review item opened");
  expect(email).toContain(`refund-requested: ${code}`);
  expect(email).toContain("https://shop.example/dashboard");
  await stage.gateway.sweep();
  expect(await emails()).toHaveLength(1);
});

async function emails(): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
