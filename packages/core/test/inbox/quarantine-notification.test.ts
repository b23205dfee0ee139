import { expect, test } from "vitest";
import { loadAllAttempts } from "../fixtures/load-all-attempts.ts";
import { readQuarantine } from "../fixtures/read-quarantine.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { notificationFields, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const card = "4242424242424242";

test.each([
  ..."orderid transaction_id payment_transaction_id datetime sign amount payment_period_count".split(" "),
])("a card number in %s is not stored, in any spelling (B-50)", async (field) => {
  const shop = new TestShop();
  await shop.gateway.start(minimalSales.subscription);
  const renewal = { payment_period_count: "2", payment_transaction_id: "M1", returncode: "2" };
  const spellings = [
    card,
    "4242 4242 4242 4242",
    `T-${card}`,
    "3782-822463-10005",
    `20=${card}`,
    `7 ${card} 2`,
  ];
  for (const [n, number] of spellings.entries()) {
    const fields = { ...notificationFields(shop.lastForm), ...renewal, currency: `C${n}` };
    await shop.post({ ...fields, [field]: number });
  }
  expect(await readQuarantine(shop)).toHaveLength(spellings.length);
  expect(JSON.stringify(await readQuarantine(shop)).replace(/[ -]/g, "")).not.toMatch(/4242424|8224631/);
});

test("a card number or a token as the name of a field is not stored (B-50, URL-TOKENS)", async () => {
  const shop = await startPayment();
  const [token = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-1);
  await shop.post({ ...notificationFields(shop.lastForm), [card]: "", [`T${card}`]: "1", [token]: "1" });
  const [kept] = await readQuarantine(shop);
  expect(kept?.fields).toMatchObject({ returncode: "00" });
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${card}|${token}`));
});

test("the store redacts a notification that does not verify", async () => {
  const shop = await startPayment();
  const personal = {
    attach: "Ada Lovelace",
    name: "Ada L",
    userid: "15452",
    msg: "no card 4242424242424242",
  };
  const numbers = { transaction_id: card, amount: "2026030112000", alert_type: "call 1234567890123" };
  await shop.post({ ...notificationFields(shop.lastForm), ...personal, ...numbers });
  expect(JSON.stringify(await loadAllAttempts(shop.store))).not.toMatch(/Ada|4242424/);
  const masked = { msg: "no card [digits]", amount: "[digits]", alert_type: "call [digits]" };
  expect((await readQuarantine(shop))[0]?.fields).toMatchObject({ userid: "15452", ...masked });
});
