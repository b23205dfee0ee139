import type { ServerResponse } from "node:http";
import {
  bootstrap,
  Importer,
  type InitialData,
  LanguageCode,
  type Middleware,
  Populator,
  RequestContextService,
  TransactionalConnection,
} from "@vendure/core";
import { config } from "./vendure-config.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "World",
  countries: [{ code: "GB", name: "United Kingdom", zone: "World" }],
  taxRates: [{ name: "None", percentage: 0 }],
  shippingMethods: [{ name: "Free", price: 0 }],
  paymentMethods: ["hosted", "subscription"].map((value) => ({
    name: value,
    handler: { code: "pay-index", arguments: [{ name: "variant", value }] },
  })),
  collections: [],
};

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets,variant:payIndexPlan
"Reading lamp","lamp","","","","","","lamp","42.50","None","1000","true","","",""
"Tea each month","tea","","","","","","tea","19.99","None","1000","true","","","tea"`;

const tenMinutesAgo = () => new Date(Date.now() - 600_000).toISOString();

/** Makes a job overdue, leased by a process that does not exist: the sweep would run any other job that is due. */
const delayJob: Middleware = {
  route: "delay-job",
  handler: async (_request: unknown, response: ServerResponse) => {
    const { rawConnection } = app.get(TransactionalConnection);
    const [job] = await rawConnection.query(
      "SELECT id FROM pay_index_job WHERE status = 'due' AND lease_until IS NULL ORDER BY due_at LIMIT 1",
    );
    if (job !== undefined)
      await rawConnection.query(
        `UPDATE pay_index_job SET due_at = '${tenMinutesAgo()}', lease_until = '9999-12-31T00:00:00.000Z' WHERE id = '${job.id}'`,
      );
    response.writeHead(job === undefined ? 404 : 204).end();
  },
};

const app = await bootstrap({ ...config, apiOptions: { ...config.apiOptions, middleware: [delayJob] } });
const ctx = await app.get(RequestContextService).create({ apiType: "admin", languageCode: LanguageCode.en });
await app.get(Populator).populateInitialData(initialData);
await new Promise<void>((complete, error) => {
  app.get(Importer).parseAndImport(products, ctx, false).subscribe({ complete, error });
});
console.log("shop: ready");
