import type { Variant } from "@pay-index/vendure";
import { LanguageCode, PaymentMethodEligibilityChecker, PaymentMethodService } from "@vendure/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannels } from "./conformance/channels.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { exampleBuyer } from "./shop/buyer.mts";
import { createContext, sellProduct } from "./shop/catalog-and-orders.mts";
import { enableVoucherPayment, voucherHandler } from "./shop/promotions.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A payment method that cannot be used is not offered, and the log has the reason, on a real Vendure whose only merchant sells "hosted" and "subscription".

const words = [{ languageCode: LanguageCode.en, value: "Members only" }];
const membersOnly = new PaymentMethodEligibilityChecker({
  code: "members-only",
  description: words,
  args: {},
  check: () => "For members only.",
});

let stage: TestShop;
let tea: string;

interface NewMethod {
  readonly code: string;
  readonly enabled?: boolean;
  readonly variant?: string;
  readonly checker?: { code: string; arguments: [] };
}

async function createMethod({ code, enabled = true, variant = "hosted", ...more }: NewMethod) {
  const translations = [{ languageCode: LanguageCode.en, name: code, description: "" }];
  const handler = { code: "pay-index", arguments: [{ name: "variant", value: variant }] };
  await stage.app
    .get(PaymentMethodService)
    .create(await createContext(stage.app), { code, enabled, handler, translations, ...more });
}

beforeAll(async () => {
  const merchants = [
    { id: "10002", key: "sandbox-hosted-key", variants: ["hosted", "subscription"] as Variant[] },
  ];
  const paymentMethodEligibilityCheckers = [membersOnly];
  stage = await openTestShop({
    place: await createSqljsDatabase(),
    plugin: { merchants, acceptRawCards: true },
    changes: {
      paymentOptions: { paymentMethodHandlers: [voucherHandler], paymentMethodEligibilityCheckers },
    },
  });
  await createChannels(stage.app, [{ id: "1", key: "k", tenant: "north" }]);
  await enableVoucherPayment(stage.app);
  await createMethod({ code: "off", enabled: false });
  await createMethod({ code: "members", checker: { code: "members-only", arguments: [] } });
  await createMethod({ code: "odd", variant: "cash" });
  tea = await sellProduct(stage.app, { name: "Tea", price: 500 });
}, 120_000);
afterAll(() => stage?.close());

const refusals = () => stage.logged.filter((line) => line.startsWith("method_refused"));

test("a payment method whose variant no merchant sells is not offered, and its message explains this to the buyer", async () => {
  const buyer = stage.buyer();
  await buyer.isReadyToPay(tea);
  const quotes = await buyer.ask("{ eligiblePaymentMethods { code isEligible eligibilityMessage } }");
  const notOffered = {
    isEligible: false,
    eligibilityMessage: "This payment method is not available here. Please choose another one.",
  };
  const notUsable = {
    isEligible: false,
    eligibilityMessage: "This payment method cannot be used for this order.",
  };
  expect(quotes).toEqual([
    { code: "hosted", isEligible: true, eligibilityMessage: null },
    { code: "link", ...notOffered },
    { code: "apm", ...notOffered },
    { code: "card", ...notOffered },
    { code: "subscription", ...notUsable },
    { code: "voucher", isEligible: true, eligibilityMessage: null },
    { code: "members", isEligible: false, eligibilityMessage: "For members only." },
    { code: "odd", ...notUsable },
  ]);
  for (const { code, isEligible } of quotes.filter((quote: { code: string }) => quote.code !== "voucher")) {
    const { __typename } = await buyer.start({ method: code });
    expect([code, __typename === "PayIndexStarted"]).toEqual([code, isEligible]);
  }
});

test.each([
  [
    "an unknown code",
    "hostde",
    /"hostde": No payment method has this code\. .*: "hosted", "subscription", "members"\.$/,
  ],
  ["a disabled method", "off", /"off": The payment method is disabled\. Switch Enabled on/],
  ["another handler", "voucher", /"voucher": Its handler is "voucher"\. .*addPaymentToOrder/],
  ["a variant not sold", "link", /"link": No merchant of the tenant "default" has the variant "link"\./],
  [
    "an eligibility checker",
    "members",
    /"members": The method's eligibility checker refuses .*For members only\./,
  ],
  ["an unknown variant", "odd", /"odd": The variant ".+" does not exist\. Choose one of card, /],
  [
    "no plan in the cart",
    "subscription",
    /"subscription": It is for subscriptions, and the order has no product/,
  ],
  ["a card number as code", "4111 1111 1111 1111", /"\[digits\]": No payment method has this code\./],
])("the log says why a buyer could not pay: %s", async (_, method, line) => {
  const buyer = stage.buyer();
  await buyer.isReadyToPay(tea);
  const before = refusals().length;
  await buyer.start({ method });
  expect(refusals().slice(before)).toEqual([expect.stringMatching(line)]);
});

test("a buyer without a phone number reads that a method is not offered, not that the number is missing", async () => {
  const buyer = stage.buyer();
  await buyer.add(tea, 1);
  await buyer.fillIn({ ...exampleBuyer, phone: "" });
  await buyer.goTo("ArrangingPayment");
  expect(await buyer.start({ method: "link" })).toMatchObject({ __typename: "PayIndexNotOfferedError" });
  expect(await buyer.start({ method: "hosted" })).toMatchObject({ __typename: "PayIndexSaleError" });
});

test("the log says why a buyer could not pay: a method of another channel", async () => {
  const buyer = stage.buyer({}, "north");
  await buyer.isReadyToPay(await sellProduct(stage.app, { name: "Coffee", price: 500, channel: "north" }));
  const before = refusals().length;
  await buyer.start({ method: "members" });
  expect(refusals().slice(before)).toEqual([
    expect.stringMatching(/"members": The payment method is not in the channel "north"\. Assign it/),
  ]);
});

test("a buyer who repeats a wrong method writes at most ten lines a minute", async () => {
  const buyer = stage.buyer();
  await buyer.isReadyToPay(tea);
  const before = refusals().length;
  for (let time = 0; time < 12; time++) await buyer.start({ method: "none" });
  expect(refusals().length - before).toBeLessThanOrEqual(10);
});

test("an order that another payment method covers reads as paid and placed", async () => {
  const buyer = stage.buyer();
  const code = await buyer.isReadyToPay(tea);
  const standing = "query ($code: String!) { payIndexPayment(orderCode: $code) { state placed } }";
  expect(await buyer.ask(standing, { code })).toEqual({ state: "NONE", placed: false });
  await buyer.ask(
    'mutation { addPaymentToOrder(input: { method: "voucher", metadata: {} }) { __typename } }',
  );
  expect(await buyer.ask(standing, { code })).toEqual({ state: "PAID", placed: true });
});
