import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import type { Problem } from "../../express/src/index.ts";
import {
  acceptJsonHeaders,
  cardSale,
  formToken,
  loggedValues,
  openCardShop,
  type PostedCard,
  partialCardNumberPattern,
  postCard,
  testCardNumber,
} from "../../express/test/card-shop.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const declines: TestShop["gateway"]["answer"] = (_, response) =>
  void response.end('{"status":2,"msg":"declined"}');

/** Posts a card as a script does. The answer is a status and a code, and nothing of the card is logged or answered. */
async function postedAnswer(shop: TestShop, { headers, ...typed }: PostedCard = {}) {
  const got = await postCard(shop, { ...typed, headers: { ...acceptJsonHeaders, ...headers } });
  const left = inspect([loggedValues, got.raw, shop.events], { depth: 12 });
  expect(left).not.toMatch(partialCardNumberPattern);
  expect(got.headers["cache-control"]).toBe("no-store");
  const { code, problems } = JSON.parse(got.body);
  return { answer: `${got.status} ${code}`, problems, headers: got.headers };
}

describe.each([
  [4, "none"],
  [4, "both"],
  [5, "none"],
  [5, "simple"],
  [5, "raw"],
  [5, "text"],
] as const)("on Express %i behind the parsers: %s", (release, parser) => {
  test("a card goes to the gateway and nowhere else (B-50)", async () => {
    const shop = await openCardShop({ release, parser });
    const answer = await postCard(shop, { fields: { variant: "subscription", amount: "0.01" } });
    const { lastForm } = shop.gateway;
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `http://gateway.test/page/${lastForm.get("pay_orderid")}`,
    ]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(Object.fromEntries(lastForm)).toMatchObject({
      ...{ pay_cardno: testCardNumber, pay_cardmonth: "12", pay_cardyear: "2099", pay_cardcvv: "321" },
      ...{ pay_amount: "19.99", pay_ip: "198.51.100.4", pay_useragent: "Lynx/2.9" },
    });
    expect(lastForm.has("pay_type")).toBe(false);
    const kept = [loggedValues, shop.events, await shop.pay.status({ reference: "order-1" })];
    const left = inspect(kept, { depth: 12, showHidden: true });
    expect(left).toContain("198.51.100.4");
    expect(left).not.toMatch(/4242 ?4242|\b321\b/);
  });

  test("the refusal of invalid card details names the fields, and repeats no digit of them (B-50)", async () => {
    const shop = await openCardShop({ release, parser });
    const wrong = { card_number: "4242 4242 424", card_month: "13", card_year: "", card_cvv: "98765" };
    const answer = await postCard(shop, { headers: acceptJsonHeaders, fields: wrong });
    expect(answer.status).toBe(422);
    const { code, problems } = JSON.parse(answer.body);
    expect([code, problems.map(({ path }: Problem) => path)]).toEqual(["card_invalid", Object.keys(wrong)]);
    const page = await postCard(shop, { fields: wrong });
    expect([page.status, page.headers["content-type"]]).toEqual([422, "text/html; charset=utf-8"]);
    expect(page.body).toContain("Nothing was charged this time");
    const left = inspect([loggedValues, answer, page, shop.events], { depth: 12 });
    expect(left).not.toMatch(/4242 ?4242|98765/);
    expect(shop.gateway.submissions).toEqual([]);
  });
});

test("an amount below the minimum is refused with the smallest one, as JSON and as a page (MON-MINIMUM)", async () => {
  const shop = await openCardShop({ options: { minimumAmounts: { USD: 2000 } } });
  const json = await postCard(shop, { headers: acceptJsonHeaders });
  const message = "The smallest amount that can be paid here is 20.00 USD.";
  expect([json.status, JSON.parse(json.body)]).toEqual([
    422,
    { code: "amount_below_minimum", message, problems: [] },
  ]);
  const page = await postCard(shop, { headers: { "accept-language": "zh" } });
  expect(page.status).toBe(422);
  expect(page.body).toContain("此处可支付的最低金额为 20.00 USD。");
  expect(shop.gateway.submissions).toEqual([]);
});

test("a script gets the next address and the status address as JSON", async () => {
  const shop = await openCardShop();
  const answer = await postCard(shop, { headers: acceptJsonHeaders });
  const attemptId = shop.gateway.lastForm.get("pay_orderid");
  const { statusUrl, ...rest } = JSON.parse(answer.body);
  expect([answer.status, rest]).toEqual([200, { url: `http://gateway.test/page/${attemptId}`, attemptId }]);
  expect(JSON.parse((await shop.send(new URL(statusUrl).pathname)).body)).toEqual({ state: "pending" });
  await shop.notify();
  const again = JSON.parse((await postCard(shop, { headers: acceptJsonHeaders })).body);
  expect(again).toEqual({ url: "/orders/order-1?state=paid", attemptId, statusUrl });
});

describe("each protection alone prevents that the card reaches the gateway", () => {
  type Typed = PostedCard | ((shop: TestShop) => PostedCard | Promise<PostedCard>);
  const fromOrigin = (origin: string, more = {}) => ({ headers: { origin, ...more } });
  const withToken = (change: (token: string) => string, order?: string) => async (shop: TestShop) => ({
    fields: { form_token: change(await formToken(shop, order)) },
  });
  const json = {
    headers: { "content-type": "application/json" },
    body: `{"card_number":"${testCardNumber}"}`,
  };
  const large = { body: `card_number=${testCardNumber}&x=${"x".repeat(9000)}` };

  test.each<[what: string, answer: string, typed: Typed]>([
    ["another site's form", "403 foreign", fromOrigin("https://evil.example")],
    ["another port", "403 foreign", ({ origin }) => fromOrigin(origin.replace(/\d+$/, "1"))],
    ["an opaque origin", "403 foreign", fromOrigin("null", { "sec-fetch-site": "cross-site" })],
    ["an opaque origin of an old browser", "403 foreign", fromOrigin("null")],
    ["no form token", "403 form_expired", withToken(() => "")],
    ["the form token of another order", "403 form_expired", withToken((token) => token, "order-2")],
    ["a token that was tampered with", "403 form_expired", withToken((token) => `9${token}`)],
    ["a body that is no form", "415 charset", json],
    ["a body that is too large", "413 large", large],
    ["an expired card", "422 sale_invalid", { fields: { card_year: "2019" } }],
  ])("%s", async (_, answer, typed) => {
    for (const parser of ["none", "both"] as const) {
      const shop = await openCardShop({ parser });
      const posted = await postedAnswer(shop, typeof typed === "function" ? await typed(shop) : typed);
      expect(posted.answer).toBe(answer);
      expect(shop.gateway.submissions).toEqual([]);
      expect(await shop.state()).toBe("none");
    }
  });

  test("an address that cannot be decoded, and a request without an Origin", async () => {
    const shop = await openCardShop();
    const body = { card_number: testCardNumber, form_token: await formToken(shop) };
    const decoded = await shop.send("/pay/card/default/%ZZ", { headers: { origin: shop.origin }, body });
    expect(decoded.status).toBe(403);
    const without = await shop.send("/pay/card/default/order-1", { body });
    expect(without.status).toBe(403);
    expect(without.body).toContain("not sent from the shop");
  });

  test("too many attempts on one order, from several networks", async () => {
    const shop = await openCardShop();
    shop.gateway.answer = declines;
    const from = (attempt: number) => ({ headers: { "x-forwarded-for": `198.51.100.${attempt}` } });
    for (let invalid = 1; invalid <= 8; invalid++)
      expect((await postCard(shop, { fields: { card_cvv: "1" } })).status).toBe(422);
    for (let attempt = 1; attempt <= 5; attempt++)
      expect((await postCard(shop, from(attempt))).headers.location).toBe("/retry/order-1");
    const { answer, headers } = await postedAnswer(shop, from(9));
    expect(answer).toBe("429 too_many_attempts");
    expect(Number(headers["retry-after"])).toBeGreaterThan(800);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(900);
    expect(shop.gateway.submissions).toHaveLength(5);
    expect((await postCard(shop, { reference: "order-2" })).status).toBe(303);
  });

  test("too many attempts from one network, on several orders", async () => {
    const shop = await openCardShop();
    shop.gateway.answer = declines;
    const attempt = async (number: number, address = `2001:db8:1:2::${number.toString(16)}`) =>
      (await postCard(shop, { reference: `order-${number}`, headers: { "x-forwarded-for": address } }))
        .status;
    for (let number = 1; number <= 20; number++) expect(await attempt(number)).toBe(303);
    expect(await attempt(21)).toBe(429);
    expect(await attempt(22, "2001:db8:1:3::1")).toBe(303);
  });
});

test("a page with the referrer policy no-referrer, and a website at another origin, can send the form", async () => {
  const shop = await openCardShop({ options: { website: "https://www.shop.example/en" } });
  for (const headers of [
    { origin: "null", "sec-fetch-site": "same-origin" },
    { origin: "https://www.shop.example" },
  ])
    expect((await postCard(shop, { headers })).status).toBe(303);
});

describe("the function cardSale", () => {
  test("that returns undefined answers 404, and is not called while the store is unavailable", async () => {
    let calls = 0;
    const shop = await openCardShop({ options: { cardSale: () => void calls++ } });
    expect((await postedAnswer(shop)).answer).toBe("404 unknown");
    const asked = calls;
    shop.store.down = true;
    expect((await postedAnswer(shop)).answer).toBe("503 later");
    expect(calls).toBe(asked);
  });

  test("that returns another order is never charged", async () => {
    const shop = await openCardShop({ options: { cardSale: () => cardSale({ reference: "order-2" }) } });
    const { answer, problems } = await postedAnswer(shop);
    expect([answer.slice(0, 3), problems[0].path]).toEqual(["422", "reference"]);
    expect(shop.gateway.submissions).toEqual([]);
  });

  test("that throws gets a page with a link to the order, and only with the form's token", async () => {
    const cardSale = async () => {
      throw new Error(`look: ${testCardNumber}`);
    };
    const shop = await openCardShop({ options: { cardSale } });
    const page = await postCard(shop);
    expect(page.status).toBe(500);
    expect(page.body).toContain("The shop does not know whether your card was charged.");
    expect(page.body).toContain('<a class="first" href="/orders/order-1?state=pending">See your order</a>');
    const forged = await postCard(shop, { fields: { form_token: await formToken(shop, "order-2") } });
    expect(forged.status).toBe(403);
    expect(forged.body).not.toContain("<a ");
  });
});

test("a middleware of the shop that throws does not reveal the card in its log (B-50)", async () => {
  const shop = await openCardShop({
    parser: "both",
    before: (app) => app.use((_request, _response, next) => next(new Error("invalid token"))),
  });
  expect((await postedAnswer(shop)).answer).toBe("500 failure");
  expect(shop.gateway.submissions).toEqual([]);
});

test("the card route does not exist without cardSale, or for other methods", async () => {
  const without = await TestShop.open({ options: { acceptRawCards: true } });
  expect((await postCard(without)).body).toBe("unknown");
  const open = await openCardShop();
  expect((await open.send("/pay/card/default/order-1")).body).toBe("method");
});
