import { describe, expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { notificationFields, signFields, TestShop } from "../fixtures/test-shop.ts";

const recording = () => new TestShop({ unsignedNotifications: "record" });

describe("a shop that records unsigned notifications (NSIG-MISSING)", () => {
  test("acknowledges a repeat and stores it once, and refuses a wrong sign and another order", async () => {
    const shop = await startPayment(recording());
    const fields = notificationFields(shop.lastForm);
    for (let times = 0; times < 3; times++) expect((await shop.post(fields)).status).toBe(200);
    expect(await shop.itemKinds()).toEqual(["not-verified"]);
    expect((await shop.post(signFields(fields, "other-key"))).status).toBe(401);
    expect((await shop.post({ ...fields, orderid: "X" })).status).toBe(403);
  });

  test("refuses a notification that the full quarantine cannot store", async () => {
    const shop = await startPayment(recording());
    const statuses: number[] = [];
    for (let number = 0; number < 9; number++) {
      const fields = { ...notificationFields(shop.lastForm), transaction_id: String(number) };
      statuses.push((await shop.post(fields)).status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(200), 401]);
  });
});
