// One Medusa of medusa.mjs in a process of its own. It is Medusa and the plugin as a shop has them; only the gateway is none: it
// answers each sale with a page, and keeps what it was sent.
import { createRequire } from "node:module";
import { postgresLocksModule } from "../packages/medusa/test/shop/modules-for-several-processes.mts";
import { openMedusa } from "../packages/medusa/test/shop/open-medusa.mts";
import { readSeededShop } from "../packages/medusa/test/shop/seed-shop.mts";

const requireFromShop = createRequire(new URL("../packages/medusa/package.json", import.meta.url));
const { url } = JSON.parse(process.argv[2]);

const forms = {};
const toTheShop = globalThis.fetch;
globalThis.fetch = async (address, request) => {
  if (!String(address).startsWith("https://gateway.example")) return toTheShop(address, request);
  const form = new URLSearchParams(request.body);
  forms[form.get("pay_orderid")] = form.toString();
  const page = `https://gateway.example/page/${form.get("pay_orderid")}`;
  return new Response(JSON.stringify({ status: 1, url: page }));
};

const weekly = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea",
  type: "weekly",
  description: "Tea each week",
  attempts: 3,
  totalCount: 10_000,
};
const { container, origin } = await openMedusa((here) => ({
  databaseUrl: url,
  // Each lock that is waited for keeps a connection of the pool, so a crowd needs more of them than the ten that Medusa takes.
  changes: {
    modules: [postgresLocksModule],
    projectConfig: { databaseDriverOptions: { connection: { ssl: false }, pool: { max: 80 } } },
  },
  payments: {
    gateway: "https://gateway.example",
    publicUrl: `${here}/hooks/pay-index`,
    merchants: [{ id: "10002", key: "sandbox-hosted-key", variants: ["hosted", "subscription"] }],
    sandbox: true,
    acceptRawCards: true,
    subscriptionPlan: () => weekly,
    orderPage: ({ reference }) => `/orders/${reference}`,
    onEvent: () => undefined,
  },
}));
const flows = requireFromShop("@medusajs/medusa/core-flows");
const { completeCartWorkflow, processPaymentWorkflow } = flows;

/** The order of a cart once more, as a shop would make it by Medusa's own workflows: one by one, paid, and its stock reserved. */
async function orderWithMedusaWorkflows({ id }) {
  const query = container.resolve("query");
  const run = async (name, input) => (await flows[name](container).run({ input })).result;
  const find = async (entity, fields, filters) => (await query.graph({ entity, fields, filters })).data[0];
  const { order_id } = await find("order_cart", ["order_id"], { cart_id: id });
  const fields = ["*", "items.*", "shipping_methods.*", "shipping_address.*", "billing_address.*"];
  const first = await find("order", fields, { id: order_id });
  const { region_id, customer_id, email, sales_channel_id, currency_code } = first;
  const whose = { region_id, customer_id, email, sales_channel_id, currency_code };
  const order = await run("createOrderWorkflow", {
    ...whose,
    shipping_address: { ...first.shipping_address, id: undefined },
    billing_address: { ...first.billing_address, id: undefined },
    items: first.items.map(({ title, variant_id, quantity, unit_price, is_tax_inclusive }) => ({
      ...{ title, variant_id, quantity, unit_price, is_tax_inclusive },
    })),
    shipping_methods: first.shipping_methods.map(
      ({ name, amount, shipping_option_id, is_tax_inclusive }) => ({
        ...{ name, amount, shipping_option_id, is_tax_inclusive },
      }),
    ),
  });
  const { total, items } = await find("order", ["total", "items.id", "items.variant_id", "items.quantity"], {
    id: order.id,
  });
  const reservations = await Promise.all(
    items.map(async (line) => {
      const variant = await find("variant", ["inventory_items.inventory_item_id"], { id: line.variant_id });
      const [{ inventory_item_id }] = variant.inventory_items;
      const level = await find("inventory_level", ["location_id"], { inventory_item_id });
      return {
        line_item_id: line.id,
        quantity: line.quantity,
        inventory_item_id,
        location_id: level.location_id,
      };
    }),
  );
  await run("createReservationsWorkflow", { reservations });
  const [collection] = await run("createOrderPaymentCollectionWorkflow", {
    order_id: order.id,
    amount: total,
  });
  await run("markPaymentCollectionAsPaid", { order_id: order.id, payment_collection_id: collection.id });
}

const answers = {
  forms: () => forms,
  again: orderWithMedusaWorkflows,
  /** What Medusa does when a buyer completes a cart, and nothing else. */
  complete: async ({ id }) => void (await completeCartWorkflow(container).run({ input: { id } })),
  /** What Medusa's generic webhook does, five seconds after it has answered. */
  webhook: async ({ session_id, amount }) =>
    void (await processPaymentWorkflow(container).run({
      input: { action: "authorized", data: { session_id, amount } },
    })),
};

process.on("message", async ({ question, ...about }) => {
  const startedAt = performance.now();
  try {
    const answer = await answers[question](about);
    process.send({ answer, taken: performance.now() - startedAt });
  } catch (error) {
    process.send({ error: String(error.message ?? error) });
  }
});
process.on("disconnect", () => process.exit());
process.send({ origin, shop: await readSeededShop(container) });
