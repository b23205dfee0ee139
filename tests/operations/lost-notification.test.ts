import { createSandbox } from "@pay-index/sandbox";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { closeShops, hostedSaleInput, TestShop } from "../../packages/express/test/test-shop.ts";

afterEach(closeShops);

/** An order that was paid at the sandbox, whose notification never arrives. */
async function payWithoutNotification(operations: { query?: object }) {
  const sandbox = await createSandbox({ port: 0, frozen: true });
  onTestFinished(() => sandbox.close());
  const shop = await TestShop.open({ options: { gateway: sandbox.url, operations } });
  const { attemptId } = await shop.pay.start(hostedSaleInput());
  await sandbox.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
  await sandbox.resolve(attemptId, { outcome: "paid" });
  return { shop, attemptId };
}

test("QRY-FACT: a query finds a payment whose notification was lost, and its order is placed once", async () => {
  const { shop, attemptId } = await payWithoutNotification({ query: {} });
  expect(await shop.state()).toBe("pending");
  expect(await shop.pay.query({ attemptId })).toEqual({ outcome: "reported", state: "paid" });
  await shop.pay.query({ attemptId });
  expect(await shop.state()).toBe("paid");
  expect(shop.orders).toEqual(["order-1"]);
});

test("OPS-PATH: without the option, the gateway is not asked", async () => {
  const { shop, attemptId } = await payWithoutNotification({});
  await expect(shop.pay.query({ attemptId })).rejects.toMatchObject({ code: "operation_disabled" });
  expect(await shop.state()).toBe("pending");
});
