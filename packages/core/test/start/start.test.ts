import { expect, test } from "vitest";
import { eventLogLevel } from "../../src/entries/adapter.ts";
import type { Options, Sale } from "../../src/index.ts";
import { type GatewayAnswer, hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";
import { cardSale } from "./card-sale.ts";

/** The event of the response to a hosted sale, and the last line of the timeline. */
async function responseTo(answer: GatewayAnswer) {
  const shop = new TestShop();
  shop.answer = answer;
  await shop.gateway.start(hostedSaleInput());
  const event = shop.events.find((each) => each.event === "response-received");
  const { attempts } = await shop.gateway.status({ reference: "order-1" });
  return { event, level: event && eventLogLevel(event), line: attempts[0]?.timeline.at(-1)?.text };
}
const refused = (status: number, body: string) => new Response(body, { status });

test.each([
  [200, '{"status":"error","msg":"sign error"}', "rejected", "sign error", "sign error"],
  [404, "<html>Not Found</html>", "unknown", "http_status", "(HTTP 404)"],
  [200, "<html>Busy</html>", "unknown", "not_json", "not_json, HTTP 200"],
])(
  "the answer %i %s is a warning with reason and HTTP status",
  async (...[httpStatus, body, outcome, reason, told]) => {
    const { event, level, line } = await responseTo(refused(httpStatus, body));
    expect(event).toMatchObject({ outcome, reason, httpStatus });
    expect([level, line]).toEqual(["warn", expect.stringContaining(told)]);
  },
);

test.each([
  '{"status":"error","msg":"pay_md5sign: verification failed"}',
  '{"status":"error","msg":"签名错误"}',
  '{"status":"error","msg":"Invalid API key"}',
  '{"status":2,"msg":"Signature amount-mismatch"}',
])("a gateway that does not accept the signature is a warning that names the merchant: %s", async (body) => {
  const { event, level } = await responseTo(refused(200, body));
  const reason = JSON.parse(body).msg;
  expect(event).toMatchObject({ reason, advice: "Check the key of merchant 10002." });
  expect(level).toBe("warn");
});

test("a gateway that is not reached is a warning that names its address", async () => {
  const failure = Object.assign(new TypeError("fetch failed"), { cause: { syscall: "connect" } });
  const { event } = await responseTo(() => Promise.reject(failure));
  const advice = "Check that this server reaches http://gateway.test.";
  expect(event).toMatchObject({ outcome: "unknown", reason: "not_connected", advice });
});

test.each([
  '{"status":2,"msg":"Insufficient funds"}',
  '{"status":2,"msg":"The design was assigned"}',
  '{"status":"error","msg":"pay_currency is not supported"}',
])("another text of the gateway has no advice about keys: %s", async (body) => {
  expect((await responseTo(refused(200, body))).event).not.toHaveProperty("advice");
});

test.each([
  ["is down", new Response("", { status: 502 }), "unreachable"],
  ["names no page", Response.json({ status: 1 }), "unreachable"],
  ["rejects the sale", Response.json({ status: "error", msg: "sign error" }), "failed"],
])("the retry page gets the reason, if the gateway %s", async (_, answer, reason) => {
  const shop = new TestShop();
  shop.pages.retryPage = (about) => `/retry/${about.reference}?payment=${about.reason}`;
  shop.answer = answer;
  expect((await shop.gateway.start(hostedSaleInput())).url).toBe(`/retry/order-1?payment=${reason}`);
});

test("a method that the option does not contain is refused before anything is sent", async () => {
  const apm = (method: string | undefined, options: Partial<Options> = { apmMethods: ["alipay", "ideal"] }) =>
    new TestShop(options).gateway.start({
      ...hostedSaleInput(),
      variant: "apm",
      ...(method && { method }),
    } as Sale);
  await expect(apm("aliapy")).rejects.toMatchObject({
    code: "sale_invalid",
    problems: [{ path: "method", message: expect.stringContaining("alipay, ideal") }],
  });
  for (const started of [apm("alipay"), apm(undefined), apm("aliapy", {})])
    expect(await started).toMatchObject({ state: "redirect" });
});

test("start refuses a sale that the options do not permit, before it creates anything", async () => {
  const shop = new TestShop({
    acceptRawCards: false,
    merchants: [{ id: "1", key: "k", variants: ["hosted", "card"] }],
  });
  for (const [sale, code] of [
    [{ ...hostedSaleInput(), variant: "link" } as Sale, "merchant_missing"],
    [{ ...hostedSaleInput(), tenant: "other" }, "merchant_missing"],
    [cardSale(), "raw_cards_refused"],
    [{ ...hostedSaleInput(), amount: { minor: 0, currency: "USD" } }, "sale_invalid"],
  ] as const)
    await expect(shop.gateway.start(sale)).rejects.toMatchObject({ name: "PayIndexError", code });
  expect(await shop.state()).toBe("none");
});

test("with the outcome on our pages, start sends the buyer there, also when it is repeated", async () => {
  for (const [answer, state] of [
    [{ status: 0, msg: "transaction success" }, "paid"],
    [{ status: 2, msg: "declined" }, "declined"],
  ] as const) {
    const shop = new TestShop();
    Object.assign(shop.pages, { outcome: "ours" });
    shop.answer = async (form) => {
      if (state === "paid") await shop.notify({}, form);
      return Response.json(answer);
    };
    const started = await shop.gateway.start(cardSale());
    expect(started).toMatchObject({ state, url: expect.stringContaining("/pay/wait/") });
    const [attemptId = "", token = ""] = started.url.split("/").slice(-2);
    const url = state === "paid" ? "/orders/order-1?paid" : "/retry/order-1";
    expect(await shop.gateway.buyerStatus({ attemptId, token })).toMatchObject({ url, awaits: undefined });
    if (state === "paid")
      expect(await shop.gateway.start(cardSale())).toMatchObject({
        state,
        reused: true,
        url: expect.stringContaining("/pay/wait/"),
      });
  }
});

test("a payment page whose address contains the card number is passed to the buyer only", async () => {
  const shop = new TestShop();
  const url = "https://gateway.test/3d?pan=4242%2D4242%2D4242%2D4242";
  shop.answer = redirectResponse(url);
  const started = await shop.gateway.start(cardSale());
  expect(started.url).toBe(url);
  expect(JSON.stringify(await shop.store.findAttempt(started.attemptId))).not.toContain("gateway.test/3d");
});
