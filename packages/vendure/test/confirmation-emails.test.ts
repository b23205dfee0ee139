import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createDatabase } from "@pay-index/embedded-postgres";
import {
  AssetService,
  defaultOrderProcess,
  isGraphQlErrorResult,
  type OrderProcess,
  ProductVariant,
  ProductVariantService,
  TransactionalConnection,
} from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContext, readOrderRecord, sellProduct } from "./shop/catalog-and-orders.mts";
import type { VendureSettings } from "./shop/open-vendure.mts";
import { createProjectTemplatePlugins, workerFile } from "./shop/project-template-plugins.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

/** A red picture of one pixel. */
const pictureBytes =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

let canServerPlace = true;
const failsOnServer: OrderProcess<never> = {
  onTransitionEnd(_from, to) {
    if (to === "PaymentSettled" && !canServerPlace) throw new Error("The server cannot place orders.");
  },
};

let folder: string;
let stage: TestShop;
let worker: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-emails-"));
  const { url, drop } = await createDatabase();
  const database = { kind: "postgres", url } as const;
  const place = {
    database,
    away: () => Promise.reject(new Error("not used")),
    remove: drop,
  };
  const changes = { orderOptions: { process: [defaultOrderProcess, failsOnServer] } };
  const otherPlugins = createProjectTemplatePlugins(folder);
  // Vendure runs scheduled tasks in the worker; the server needs the plugin for its tables.
  stage = await openTestShop({ place, isEmpty: true, otherPlugins, hasScheduler: true, changes });
  worker = await startWorker(database);
}, 180_000);

afterAll(async () => {
  if (worker?.connected) {
    worker.disconnect();
    await once(worker, "exit");
  }
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the server's order confirmation is e-mailed, with the picture's URL at publicUrl (D1)", async () => {
  const code = await buyTeaWithPicture();
  expect(await stage.paid(code)).toBe("200 OK");
  await expectConfirmation(code);
});

test("a confirmation is e-mailed for an order that the worker's sweep placed (D1)", async () => {
  canServerPlace = false;
  const code = await buyTeaWithPicture();
  await stage.paid(code);
  await expectConfirmation(code);
  expect(await readOrderRecord(stage.app, code)).toMatchObject({ state: "PaymentSettled" });
});

async function buyTeaWithPicture(): Promise<string> {
  const tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
  await addPicture(tea);
  return (await stage.startOrder({ variant: tea })).code;
}

async function expectConfirmation(code: string): Promise<void> {
  const email = () => readEmailOf(code).catch(() => "");
  await expect.poll(email, { timeout: 45_000, interval: 200 }).toContain(`${stage.origin}/assets/`);
}

/** The text of the e-mail that names the order; empty as long as there is none. */
async function readEmailOf(code: string): Promise<string> {
  const files = await readdir(join(folder, "emails"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, "emails", file), "utf8")));
  return texts.find((text) => text.includes(code)) ?? "";
}

async function addPicture(variantId: string): Promise<void> {
  const ctx = await createContext(stage.app);
  const asset = await stage.app
    .get(AssetService)
    .createFromFileStream(Readable.from(Buffer.from(pictureBytes, "base64")) as never, "tea.png", ctx);
  if (isGraphQlErrorResult(asset)) throw new Error(asset.message);
  const connection = stage.app.get(TransactionalConnection);
  const { id } = await connection.getRepository(ctx, ProductVariant).findOneByOrFail({ id: variantId });
  const changes = { id, featuredAssetId: asset.id, assetIds: [asset.id] };
  await connection.withTransaction(ctx, (tx) => stage.app.get(ProductVariantService).update(tx, [changes]));
}

async function startWorker(database: VendureSettings["database"]): Promise<ChildProcess> {
  const { merchants, url } = stage.sandbox;
  const settings = {
    database,
    port: Number(new URL(stage.origin).port),
    isEmpty: false,
    hasScheduler: true,
    plugin: {
      gateway: url,
      sandbox: true,
      acceptRawCards: true,
      merchants: merchants.map(({ id, key, variant }) => ({ id, key, variants: [variant] })),
      schedule: "* * * * * *",
    },
  } satisfies VendureSettings;
  const child = fork(workerFile, [JSON.stringify(settings), folder], { execArgv: [] });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("The worker ended."))),
  ]);
  return child;
}
