// One Medusa of medusa.mjs in a process of its own. It is Medusa and the plugin as a shop has them; only the gateway is none: it
// answers each sale with a page, and keeps what it was sent.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const packageFile = new URL("../packages/medusa/package.json", import.meta.url);
const ofTheShop = createRequire(packageFile);
const { url } = JSON.parse(process.argv[2]);

// Medusa looks for its own modules from there.
process.chdir(fileURLToPath(new URL(".", packageFile)));
process.env.MEDUSA_DISABLE_TELEMETRY = "true";
process.env.LOG_LEVEL = "error";
const forms = {};
const toTheShop = globalThis.fetch;
globalThis.fetch = async (address, request) => {
  if (!String(address).startsWith("https://gateway.example")) return toTheShop(address, request);
  const form = new URLSearchParams(request.body);
  forms[form.get("pay_orderid")] = form.toString();
  const page = `https://gateway.example/page/${form.get("pay_orderid")}`;
  return new Response(JSON.stringify({ status: 1, url: page }));
};

const { openMedusa } = await import("../packages/medusa/test/shop/open-medusa.mts");
const { sold } = await import("../packages/medusa/test/shop/seed.mts");
const { sharedLocks } = await import("../packages/medusa/test/shop/shared-locks.mts");
const { container, origin } = await openMedusa((here) => ({
  databaseUrl: url,
  // Each lock that is waited for keeps a connection of the pool, so a crowd needs more of them than the ten that Medusa takes.
  changes: {
    modules: [sharedLocks],
    projectConfig: { databaseDriverOptions: { connection: { ssl: false }, pool: { max: 80 } } },
  },
  payments: {
    gateway: "https://gateway.example",
    publicUrl: `${here}/hooks/pay-index`,
    merchants: [{ id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] }],
    sandbox: true,
    orderPage: ({ reference }) => `/orders/${reference}`,
    observe: () => undefined,
  },
}));
const { completeCartWorkflow, processPaymentWorkflow } = ofTheShop("@medusajs/medusa/core-flows");

const answers = {
  forms: () => forms,
  /** What Medusa does when a buyer completes a cart, and nothing else. */
  complete: async ({ id }) => void (await completeCartWorkflow(container).run({ input: { id } })),
  /** What Medusa's generic webhook does, five seconds after it has answered. */
  webhook: async ({ session_id, amount }) =>
    void (await processPaymentWorkflow(container).run({
      input: { action: "authorized", data: { session_id, amount } },
    })),
};

process.on("message", async ({ question, ...about }) => {
  const begun = performance.now();
  try {
    const answer = await answers[question](about);
    process.send({ answer, taken: performance.now() - begun });
  } catch (error) {
    process.send({ error: String(error.message ?? error) });
  }
});
process.on("disconnect", () => process.exit());
process.send({ origin, shop: await sold(container) });
