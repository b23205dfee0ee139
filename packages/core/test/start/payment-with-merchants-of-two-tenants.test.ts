import { expect, test } from "vitest";
import {
  hostedSaleInput,
  notificationFields,
  redirectResponse,
  signFields,
  TestShop,
} from "../fixtures/test-shop.ts";

const northKey = "the key of the north";

/** One payment that is sold by two tenants, each with a merchant and a key of its own. */
async function soldByTwo() {
  const merchants = [
    { id: "10002", key: "sandbox-hosted-key" },
    { id: "20002", key: northKey, tenant: "north" },
  ];
  const shop = new TestShop({ merchants });
  await shop.gateway.start(hostedSaleInput());
  shop.answer = redirectResponse("https://gateway.test/page/2");
  await shop.gateway.start({ ...hostedSaleInput(), merchantTenant: "north" });
  return shop;
}

test("the key of an attempt's own merchant pays it, and the key of another tenant does not (ENG-SPAN, B-44)", async () => {
  const shop = await soldByTwo();
  const form = shop.lastForm;
  expect(await shop.post(signFields(notificationFields(form)), form)).toMatchObject({ status: 401 });
  expect(await shop.post(signFields(notificationFields(form), northKey), form)).toMatchObject({
    status: 200,
    body: "OK",
  });
  expect(shop.placed).toHaveLength(1);
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({ state: "paid", reused: true });
});

test("a buyer sees the pages of the tenant whose merchant charges (ENG-SPAN)", async () => {
  const shop = await soldByTwo();
  const { pages } = shop;
  Object.assign(pages, { orderPage: ({ tenant }: { tenant: string }) => `/${tenant}/order` });
  const form = shop.lastForm;
  await shop.post(signFields(notificationFields(form), northKey), form);
  const [attemptId = "", token = ""] = (form.get("pay_callbackurl") ?? "").split("/").slice(-2);
  expect(await shop.gateway.buyerStatus({ attemptId, token })).toMatchObject({
    state: "paid",
    tenant: "north",
    url: "/north/order",
  });
});
