// One Vendure of vendure.mjs in a process of its own: a server or a worker, with the plugin or without it. It is Vendure and the
// plugin as a shop has them; only the gateway is none: it answers each sale with a page, and keeps what it was sent.
import { createRequire } from "node:module";
import { sellProduct, setVariantPlan } from "../packages/vendure/test/shop/catalog-and-orders.mts";

const ofTheShop = createRequire(new URL("../packages/vendure/package.json", import.meta.url));
const core = ofTheShop("@vendure/core");
const { role, url, port, plugin } = JSON.parse(process.argv[2]);

process.env.VENDURE_DISABLE_TELEMETRY = "true";
const plan = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea",
  type: "weekly",
  description: "Tea each week",
  attempts: 3,
  totalCount: 10_000,
};

const forms = {};
let processor = 0;
globalThis.fetch = async (_address, { body }) => {
  const form = new URLSearchParams(body);
  forms[form.get("pay_orderid")] = form.toString();
  const page = `https://gateway.example/page/${form.get("pay_orderid")}`;
  return new Response(JSON.stringify({ status: 1, url: page }));
};

/** Vendure's own way: a handler that has the money at once. */
const voucher = new core.PaymentMethodHandler({
  code: "voucher",
  description: [{ languageCode: core.LanguageCode.en, value: "Voucher" }],
  args: {},
  createPayment: (_ctx, order, amount) => ({
    amount,
    state: "Settled",
    transactionId: order.code,
    metadata: {},
  }),
  settlePayment: () => ({ success: true }),
});

function payIndex() {
  const { PayIndexPlugin } = ofTheShop("@pay-index/vendure");
  return PayIndexPlugin.init({
    gateway: "https://gateway.example",
    publicUrl: "http://shop.example/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    sandbox: true,
    acceptRawCards: true,
    plans: { tea: plan },
    orderPage: ({ reference }) => `/orders/${reference}`,
    onEvent: () => undefined,
    schedule: "* * * * * *",
  });
}

const config = {
  logger: new core.DefaultLogger({ level: core.LogLevel.Error, timestamp: false }),
  apiOptions: { port, hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "superadmin", password: "superadmin" },
  },
  paymentOptions: { paymentMethodHandlers: [voucher] },
  dbConnectionOptions: { type: "postgres", url, synchronize: role === "prepare" },
  plugins: [core.DefaultSchedulerPlugin.init({}), ...(plugin ? [payIndex()] : [])],
};

async function prepare() {
  const app = await core.bootstrap(config);
  const ctx = await app.get(core.RequestContextService).create({ apiType: "admin" });
  await app.get(core.PaymentMethodService).create(ctx, {
    code: "voucher",
    enabled: true,
    handler: { code: "voucher", arguments: [] },
    translations: [{ languageCode: core.LanguageCode.en, name: "Voucher", description: "" }],
  });
  const [tea, weekly] = [
    await sellProduct(app, { name: "Tea", price: 1999, stock: 1_000_000 }),
    await sellProduct(app, { name: "Tea each week", price: 1999, stock: 1_000_000 }),
  ];
  await setVariantPlan(app, weekly, "tea");
  process.send({ tea, weekly });
  await app.close();
  process.exit();
}

async function serve() {
  const app = await core.bootstrap(config);
  const placed = {};
  app
    .get(core.EventBus)
    .ofType(core.OrderPlacedEvent)
    .subscribe(({ order: { code } }) => {
      placed[code] = (placed[code] ?? 0) + 1;
    });
  process.on("message", (question) => {
    if (question === "forms") process.send(forms);
    if (question === "placed") process.send(placed);
    if (question === "held") process.send(measureMemory());
    if (question.again !== undefined)
      void orderWithVendureServices(app, question.again).then(
        (code) => process.send(code),
        (error) => process.send(String(error)),
      );
  });
  const { user, system } = process.cpuUsage();
  processor = (user + system) / 1000;
  process.send("ready");
}

/** The same order once more, as a shop would write it with Vendure's own services, in one transaction. Gives its state. */
async function orderWithVendureServices(app, code) {
  const orders = app.get(core.OrderService);
  const ctx = await app.get(core.RequestContextService).create({ apiType: "admin" });
  return app.get(core.TransactionalConnection).withTransaction(ctx, async (tx) => {
    const first = await orders.findOneByCode(tx, code);
    const { id } = await orders.createDraft(tx);
    await orders.addCustomerToOrder(tx, id, first.customer);
    const lines = first.lines.map(({ productVariantId, quantity }) => ({ productVariantId, quantity }));
    await orders.addItemsToOrder(tx, id, lines);
    await orders.setShippingAddress(tx, id, first.shippingAddress);
    await orders.setShippingMethod(tx, id, [first.shippingLines[0].shippingMethodId]);
    await orders.transitionToState(tx, id, "ArrangingPayment");
    const paid = { orderId: id, method: "voucher", transactionId: code, metadata: {} };
    return (await orders.addManualPaymentToOrder(tx, paid)).state;
  });
}

/** What the boot took of the processor, and what is left after all that was only for the moment has gone. */
function measureMemory() {
  for (let round = 0; round < 5; round++) globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  return { processor, rss: rss / 1_000_000, heap: heapUsed / 1_000_000 };
}

process.on("disconnect", () => process.exit());
if (role === "prepare") await prepare();
else if (role === "server") await serve();
else {
  await core.bootstrapWorker(config);
  process.send("ready");
}
