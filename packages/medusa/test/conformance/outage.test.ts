import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "@pay-index/embedded-postgres";
import { createSandbox, type Sandbox } from "@pay-index/sandbox";
import { createControlClient, type SandboxControl } from "@pay-index/sandbox/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MedusaShop } from "./medusa-shop.mts";

// A server of its own, which is stopped, and comes back with all that it had. The scenario database-away has one that only reads.
let folder: string;
let server: PostgresServer;
let sandbox: Sandbox;
let control: SandboxControl;
let shop: MedusaShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pay-index-outage-"));
  server = await startPostgres();
  sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, retryGaps: [3_600_000] });
  control = createControlClient(sandbox.url);
  const merchants = sandbox.merchants.filter(({ variant }) => variant === "hosted");
  const settings = {
    gateway: sandbox.url,
    sandbox: true,
    merchants: merchants.map(({ id, key, variant }) => ({ id, key, variants: [variant] })),
  };
  shop = await MedusaShop.open(settings, { server: server.url });
}, 180_000);
afterAll(async () => {
  await shop?.close();
  await sandbox?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function waitForDelivery(attemptId: string): Promise<string> {
  const { httpStatus, reply } = await control.nextDelivery(attemptId);
  return `${httpStatus} ${reply}`;
}

test("a notification while Postgres is stopped is not answered OK, and its repeat places the order (B-23, B-38)", {
  timeout: 120_000,
}, async () => {
  const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "2070000000" };
  const checkout = await shop.checkout({
    currency: "USD",
    lines: [{ name: "Tea", price: 550, quantity: 2 }],
    buyer: { ...buyer, country: "GB" },
  });
  await shop.submit(checkout, { variant: "hosted" });
  const attemptId = (await shop.read(checkout)).payment.attempts[0]?.attemptId ?? "";

  const kept = join(folder, "cluster");
  await server.stop({ keepIn: kept });
  await control.resolve(attemptId, { outcome: "paid" });
  expect(await waitForDelivery(attemptId)).toBe("503 later");

  server = await startPostgres({ from: kept, port: Number(new URL(server.url).port) });
  await control.notify(attemptId);
  expect(await waitForDelivery(attemptId)).toBe("200 OK");
  await expect
    .poll(() => shop.read(checkout), { timeout: 30_000 })
    .toMatchObject({
      payment: { state: "paid", reviewItems: [] },
      ...{ orders: 1, paid: true, effects: 1, taken: 2, recordedAmounts: [{ minor: 1100, currency: "USD" }] },
    });
});
