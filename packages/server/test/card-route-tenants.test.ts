import { afterEach, expect, test } from "vitest";
import type { Problem } from "../../express/src/index.ts";
import {
  acceptJsonHeaders,
  cardSale,
  formToken,
  openCardShop,
  postCard,
} from "../../express/test/card-shop.ts";
import { closeShops, type ShopSetup } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const merchants = [
  { id: "10001", key: "sandbox-card-key" },
  { id: "20001", key: "sandbox-berlin-key", tenant: "berlin" },
];
const open = (options: ShopSetup["options"] = {}) => openCardShop({ options: { merchants, ...options } });

test("the form pays the order of its own tenant with that tenant's merchant", async () => {
  const shop = await open();
  const { action } = await shop.pay.cardForm({ reference: "7/a", tenant: "berlin" });
  expect(action).toBe(`${shop.publicUrl}/card/berlin/7%2Fa`);
  expect((await postCard(shop, { reference: "7/a", tenant: "berlin" })).status).toBe(303);
  expect(shop.gateway.lastForm.get("pay_memberid")).toBe("20001");
  expect((await shop.pay.status({ reference: "7/a", tenant: "berlin" })).state).toBe("pending");
  expect(await shop.state("7/a")).toBe("none");
  await postCard(shop, { reference: "7/a" });
  expect(shop.gateway.lastForm.get("pay_memberid")).toBe("10001");
});

test("a buyer who changes the tenant in the address pays nothing (B-50)", async () => {
  const sold: unknown[] = [];
  const shop = await open({
    cardSale: (order) => {
      sold.push(order);
      return cardSale(order);
    },
  });
  const fields = { form_token: await formToken(shop) };
  const changed = await postCard(shop, { tenant: "berlin", fields, headers: acceptJsonHeaders });
  expect([changed.status, JSON.parse(changed.body).code]).toEqual([403, "form_expired"]);
  expect([sold, shop.gateway.submissions]).toEqual([[], []]);
});

test.each([
  ["no tenant", undefined, ["tenant", "merchantTenant"]],
  ["another tenant", { tenant: "paris" }, ["tenant", "merchantTenant"]],
  ["another tenant's merchant", { tenant: "berlin", merchantTenant: "default" }, ["merchantTenant"]],
])("a sale with %s is never charged", async (_, other, paths) => {
  const shop = await open({ cardSale: ({ reference }) => ({ ...cardSale({ reference }), ...other }) });
  const answer = await postCard(shop, { tenant: "berlin", headers: acceptJsonHeaders });
  expect([answer.status, JSON.parse(answer.body).problems.map(({ path }: Problem) => path)]).toEqual([
    422,
    paths,
  ]);
  expect(shop.gateway.submissions).toEqual([]);
});

test("attempts of the same reference are counted for each tenant", async () => {
  const shop = await open();
  for (let attempt = 1; attempt <= 5; attempt++) expect((await postCard(shop)).status).toBe(303);
  expect((await postCard(shop)).status).toBe(429);
  expect((await postCard(shop, { tenant: "berlin" })).status).toBe(303);
});

test("a tenant without a merchant has no form", async () => {
  const form = (await open()).pay.cardForm({ reference: "order-1", tenant: "rome" });
  await expect(form).rejects.toMatchObject({ code: "merchant_missing" });
});
