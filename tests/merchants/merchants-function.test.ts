import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CardDetails, createPayIndex, type ExpressSale, type LoadMerchants, money } from "@pay-index/express";
import { createSandbox } from "@pay-index/sandbox";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { afterEach, expect, test, vi } from "vitest";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

const hosted = { id: "10002", key: "sandbox-hosted-key", variants: ["hosted" as const] };
const subscription = { id: "10004", key: "sandbox-subscription-key", variants: ["subscription" as const] };

/** A marketplace on a real Express, with the real sandbox as its gateway. `tenants` is its table of merchants. */
async function openMarketplace() {
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 } });
  closers.push(() => sandbox.close());
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const folder = mkdtempSync(join(tmpdir(), "pay-index-merchants-"));
  closers.push(() => rmSync(folder, { recursive: true }));
  const tenants = new Map<string, ReturnType<LoadMerchants>>();
  const market = { fails: false };
  const done: string[] = [];
  const pay = await createPayIndex({
    gateway: sandbox.url,
    sandbox: true,
    acceptRawCards: true,
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`,
    merchants: ({ tenant }) => {
      if (market.fails) throw new Error(`no row with sandbox-hosted-key for ${tenant}`);
      return tenants.get(tenant) ?? [];
    },
    store: sqlite(join(folder, "shop.db")),
    amountDue: () => money(1999, "USD"),
    onPaid: ({ payment }) => void done.push(`paid ${payment.tenant} ${payment.reference}`),
    onRenewal: ({ payment, cycle }) => void done.push(`cycle ${cycle.number} of ${payment.tenant}`),
    orderPage: ({ reference }) => `/orders/${reference}`,
    tickEvery: 0,
  });
  closers.push(() => pay.close());
  server.on("request", express().use("/pay", pay.router));
  /** The outcome of the next delivery of an order, and what the shop replied. */
  const delivered = async (orderId: string) => {
    const { httpStatus, reply } = await sandbox.nextDelivery(orderId, { timeout: 10_000 });
    return `${httpStatus} ${reply}`;
  };
  return { sandbox, pay, tenants, market, done, delivered };
}

/** So late that no earlier answer of the function is used any more. */
function forgetMerchants(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 10_000);
}

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};

const saleOf = (tenant: string): ExpressSale => ({
  reference: "7",
  tenant,
  variant: "hosted",
  amount: money(1999, "USD"),
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
  buyer,
});

test("a new tenant sells without a restart, and each tenant pays its own order (B-43)", async () => {
  const { sandbox, pay, tenants, done, delivered } = await openMarketplace();
  await expect(pay.start(saleOf("berlin"))).rejects.toMatchObject({ code: "merchant_missing" });
  tenants.set("berlin", [hosted]);
  tenants.set("paris", Promise.resolve([{ ...hosted, tenant: "paris" }]));
  for (const tenant of ["berlin", "paris"]) {
    const { attemptId } = await pay.start(saleOf(tenant));
    await sandbox.resolve(attemptId, { outcome: "paid" });
    expect(await delivered(attemptId)).toBe("200 OK");
  }
  expect(done).toEqual(["paid berlin 7", "paid paris 7"]);
  expect((await pay.status({ reference: "7" })).state).toBe("none");
});

test("later cycles of a tenant's subscription are renewed, also if the function failed first", async () => {
  const { sandbox, pay, tenants, market, done, delivered } = await openMarketplace();
  tenants.set("berlin", [subscription]);
  const { attemptId } = await pay.start({
    ...saleOf("berlin"),
    variant: "subscription",
    plan: {
      id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
      name: "Tea",
      type: "monthly",
      description: "Tea",
      attempts: 3,
    },
    card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "123" }),
  } as ExpressSale);
  expect(await delivered(attemptId)).toBe("200 OK");
  forgetMerchants();
  market.fails = true;
  await sandbox.advance({ days: 31 }, { deliveries: "later" });
  expect(await delivered(attemptId)).toBe("503 later");
  market.fails = false;
  await sandbox.advance({ hours: 1 });
  expect(await delivered(attemptId)).toBe("200 OK");
  expect(await pay.sweep()).toMatchObject({ deleted: 0 });
  expect(done).toEqual(["paid berlin 7", "cycle 2 of berlin"]);
});
