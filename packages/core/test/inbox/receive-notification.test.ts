import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";

test("a wrong token and an unknown order get the same refusal (B-21)", async () => {
  const shop = await startPayment();
  const [attemptId = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
  const body = { kind: "consumed" } as const;
  const wrongToken = await shop.gateway.receive({ attemptId, token: "0".repeat(26), body });
  const unknown = await shop.gateway.receive({ attemptId: "0".repeat(20), token: "0".repeat(26), body });
  expect(wrongToken).toMatchObject({ status: 404, body: "unknown" });
  expect(unknown).toEqual(wrongToken);
});

test("a previous key still verifies, and the event says so (KEY-ROTATION)", async () => {
  const shop = await startPayment(
    new TestShop({ merchants: [{ id: "10002", key: "new-key", previousKeys: ["old-key"] }] }),
  );
  const fields = notificationFields(shop.lastForm);
  expect(await shop.post(signFields(fields, "old-key"))).toMatchObject({ body: "OK" });
  expect(shop.events).toContainEqual(
    expect.objectContaining({ event: "notification-received", key: "previous" }),
  );
});

test("a closed gateway answers that it accepts no notification", async () => {
  const shop = await startPayment();
  await shop.gateway.close();
  expect(await shop.notify()).toMatchObject({ status: 503, body: "later" });
  await expect(shop.gateway.start(hostedSaleInput("order-2"))).rejects.toMatchObject({
    code: "gateway_closed",
  });
});
