import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { notificationFields, TestShop } from "../fixtures/test-shop.ts";

test("a shop that records unsigned notifications refuses one that the full quarantine cannot store (NSIG-MISSING)", async () => {
  const shop = await startPayment(new TestShop({ unsignedNotifications: "record" }));
  const statuses: number[] = [];
  for (let number = 0; number < 9; number++) {
    const fields = { ...notificationFields(shop.lastForm), transaction_id: String(number) };
    statuses.push((await shop.post(fields)).status);
  }
  expect(statuses).toEqual([...Array<number>(8).fill(200), 401]);
});
