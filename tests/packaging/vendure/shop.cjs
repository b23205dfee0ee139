// The least that is a Vendure shop, as its makers' own starter lays it out: everything in memory, one thing to sell.
const core = require("@vendure/core");
const { PayIndexPlugin } = require("@pay-index/vendure");

const [, , port, gateway] = process.argv;
const publicUrl = `http://127.0.0.1:${port}`;

const config = {
  apiOptions: {
    port: Number(port),
    hostname: "127.0.0.1",
    adminApiPath: "admin-api",
    shopApiPath: "shop-api",
  },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "superadmin", password: "superadmin" },
  },
  dbConnectionOptions: { type: "sqljs", synchronize: true },
  schedulerOptions: { runTasksInWorkerOnly: false },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    core.DefaultSchedulerPlugin.init({}),
    PayIndexPlugin.init({
      gateway,
      sandbox: true,
      publicUrl: `${publicUrl}/pay`,
      acceptRawCards: true,
      operations: { refund: {}, refundQuery: {} },
      plans: {
        monthly: {
          id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
          name: "Tea",
          type: "monthly",
          description: "Tea",
          attempts: 3,
          totalCount: 3,
        },
      },
      merchants: [
        { id: "10002", key: "sandbox-hosted-key", variants: ["hosted"] },
        { id: "10004", key: "sandbox-subscription-key", variants: ["subscription"] },
      ],
      orderPage: ({ reference }) => `${publicUrl}/orders/${reference}`,
    }),
  ],
  logger: new core.DefaultLogger({ level: core.LogLevel.Warn, timestamp: false }),
};

const initialData = {
  defaultLanguage: "en",
  defaultZone: "World",
  countries: [{ code: "GB", name: "United Kingdom", zone: "World" }],
  taxRates: [{ name: "VAT", percentage: 20 }],
  shippingMethods: [{ name: "Post", price: 350 }],
  paymentMethods: ["hosted", "subscription"].map((name) => ({
    name,
    handler: { code: "pay-index", arguments: [{ name: "variant", value: name }] },
  })),
  collections: [],
};

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets,variant:payIndexPlan
"Reading lamp","lamp","","","","","","lamp","42.50","VAT","1000","true","","",""
"Tea","tea","","","","","","tea","19.99","VAT","1000","true","","","monthly"`;

async function open() {
  const app = await core.bootstrap(config);
  const ctx = await app.get(core.RequestContextService).create({ apiType: "admin", languageCode: "en" });
  await app.get(core.Populator).populateInitialData(initialData);
  await new Promise((complete, error) => {
    app.get(core.Importer).parseAndImport(products, ctx, false).subscribe({ complete, error });
  });
  console.log("shop: ready");
}

void open();
