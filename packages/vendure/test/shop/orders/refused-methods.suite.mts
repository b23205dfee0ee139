import { expect, test } from "vitest";
import { exampleBuyer } from "../buyer.mts";
import { sellProduct } from "../catalog-and-orders.mts";
import type { TestShop } from "../test-shop.mts";

/** A payment that cannot start is refused with a reason for the buyer, and the log has the reason for the shop. */
export function refusedMethodsSuite(shop: () => TestShop): void {
  const refusals = () => shop().logged.filter((line) => line.startsWith("method_refused"));

  async function readyToPay(query?: Record<string, string>, price = 500, channel = "default") {
    const buyer = shop().buyer(query, channel);
    const where = channel === "default" ? {} : { channel };
    const currency = query?.currencyCode ?? "USD";
    const code = await buyer.isReadyToPay(
      await sellProduct(shop().app, { name: "Cup", price, currency, ...where }),
    );
    return { buyer, code };
  }

  const refused = new Map<string, ReturnType<typeof readyToPay>>();
  /** Somebody in this channel whose payment is never started. */
  function refusedIn(channel: string) {
    const ready = refused.get(channel) ?? readyToPay({}, 500, channel);
    refused.set(channel, ready);
    return ready;
  }

  test("a payment method whose variant no merchant sells is not offered, and its message explains this to the buyer", async () => {
    const { buyer } = await readyToPay();
    const quotes = await buyer.ask("{ eligiblePaymentMethods { code isEligible eligibilityMessage } }");
    const offered = { isEligible: true, eligibilityMessage: null };
    const notOffered = {
      isEligible: false,
      eligibilityMessage: "This payment method is not available here. Please choose another one.",
    };
    const notUsable = {
      isEligible: false,
      eligibilityMessage: "This payment method cannot be used for this order.",
    };
    expect(quotes).toEqual([
      { code: "hosted", ...offered },
      { code: "link", ...notOffered },
      { code: "apm", ...notOffered },
      { code: "card", ...offered },
      { code: "subscription", ...notUsable },
      { code: "voucher", ...offered },
      { code: "members", isEligible: false, eligibilityMessage: "For members only." },
      { code: "odd", ...notUsable },
    ]);
    for (const { code, isEligible } of quotes.filter((quote: { code: string }) => quote.code !== "voucher")) {
      const { __typename } = await buyer.start({ method: code });
      expect([code, ["PayIndexStarted", "PayIndexCardForm"].includes(__typename)]).toEqual([
        code,
        isEligible,
      ]);
    }
  });

  test.each([
    ["an unknown code", "hostde", /"hostde": No payment method has this code\. .*: "hosted", .*"members"\.$/],
    ["a disabled method", "off", /"off": The payment method is disabled\. Switch Enabled on/],
    ["another handler", "voucher", /"voucher": Its handler is "voucher"\. .*addPaymentToOrder/],
    ["a variant not sold", "link", /"link": No merchant of the tenant "default" has the variant "link"\./],
    ["an eligibility checker", "members", /"members": The method's eligibility checker .*For members only\./],
    ["an unknown variant", "odd", /"odd": The variant ".+" does not exist\. Choose one of card, /],
    ["no plan in the cart", "subscription", /"subscription": It is for subscriptions, and the order has no/],
    ["a card number as code", "4111 1111 1111 1111", /"\[digits\]": No payment method has this code\./],
    [
      "a method of another channel",
      "members",
      /"members": The payment method is not in the channel "north"\. Assign it/,
      "north",
    ],
  ])("the log says why a buyer could not pay: %s", async (_, method, line, channel = "default") => {
    const { buyer, code } = await refusedIn(channel);
    const before = refusals().length;
    await buyer.start({ method });
    expect(refusals().slice(before)).toEqual([expect.stringMatching(line)]);
    expect(await shop().status(code)).toMatchObject({ state: "none" });
  });

  test("a buyer who repeats a wrong method writes at most ten lines a minute", async () => {
    const { buyer } = await refusedIn("default");
    const before = refusals().length;
    for (let time = 0; time < 12; time++) await buyer.start({ method: "none" });
    expect(refusals().length - before).toBeLessThanOrEqual(10);
  });

  test("a buyer in a channel without a merchant gets the error that the method is not offered (B-43)", async () => {
    const { buyer } = await readyToPay({}, 500, "elsewhere");
    for (const method of ["hosted", "card"])
      expect(await buyer.start({ method })).toMatchObject({
        __typename: "PayIndexNotOfferedError",
        errorCode: "PAY_INDEX_NOT_OFFERED_ERROR",
        message: "This payment method is not available here. Please choose another one.",
      });
  });

  test("a payment without an order, or with an order that is not ready, is refused", async () => {
    const buyer = shop().buyer();
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ __typename: "NoActiveOrderError" });
    await buyer.add(await shop().tea());
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ __typename: "OrderPaymentStateError" });
  });

  test("a buyer reads in their language that the phone number is missing, but first that a method is not offered", async () => {
    const buyer = shop().buyer({ languageCode: "zh" });
    const { code } = await buyer.add(await shop().tea());
    await buyer.fillIn({ ...exampleBuyer, phone: " " });
    await buyer.goTo("ArrangingPayment");
    expect(await buyer.start({ method: "link" })).toMatchObject({ __typename: "PayIndexNotOfferedError" });
    expect(await buyer.start({ method: "hosted" })).toMatchObject({
      __typename: "PayIndexSaleError",
      errorCode: "PAY_INDEX_SALE_ERROR",
      message: "请填写：电话号码。",
      problems: [{ path: "shippingAddress.phoneNumber", message: "请填写：电话号码。" }],
    });
    expect(await shop().status(code)).toMatchObject({ state: "none" });
  });

  test.each([
    ["too small for the gateway (MON-MINIMUM)", "EUR", "zh", 1999, "此处可支付的最低金额为 20.00 EUR。"],
    ["rounded to 0 (MON-ROUND)", "JPY", "en", 40, "rounds to 0 JPY, which a gateway cannot charge"],
  ])("an amount that is %s is refused", async (_, currencyCode, languageCode, price, message) => {
    const { buyer } = await readyToPay({ currencyCode, languageCode }, price);
    const problems = [{ path: "amount", message }];
    const refusal = { __typename: "PayIndexSaleError", problems };
    expect(await buyer.start({ method: "hosted" })).toMatchObject(refusal);
  });

  test("without the option of the cancellation, buyers have no such mutation", async () => {
    const buyer = shop().buyer();
    const answerTo = async (name: string) => {
      const [{ message }] = (await buyer.raw(`mutation { ${name}(orderCode: "1") { outcome } }`)).errors;
      return message.replace(/"\w+"/, "NAME").replace(/ Did you mean.*/, "");
    };
    expect(await answerTo("cancelPayIndexSubscription")).toBe(await answerTo("cancelNothing"));
  });
}
