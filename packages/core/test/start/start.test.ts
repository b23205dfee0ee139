import { expect, test, vi } from "vitest";
import { eventLogLevel } from "../../src/entries/adapter.ts";
import { CardDetails } from "../../src/entries/protocol.ts";
import { MemoryStore } from "../../src/entries/store.ts";
import { isPayIndexError, money, type Sale } from "../../src/index.ts";
import { buyer, hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";

const card = () => CardDetails.of({ number: "4242424242424242", month: "12", year: "2030", cvv: "123" });

const cardSale = (reference = "order-1"): Sale => ({
  reference,
  variant: "card",
  amount: money(1999, "USD"),
  buyer,
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
  card: card(),
});

test("the payment is committed before the gateway is called (B-24)", async () => {
  const shop = new TestShop();
  let stateDuringCall = "";
  shop.answer = async () => {
    stateDuringCall = await shop.state();
    return redirectResponse("https://gateway.test/page/1");
  };
  await shop.gateway.start(hostedSaleInput());
  expect(stateDuringCall).toBe("created");
});

test("a redirect sends the buyer to the gateway", async () => {
  const shop = new TestShop();
  const started = await shop.gateway.start(hostedSaleInput());
  expect(started).toMatchObject({ state: "redirect", url: "https://gateway.test/page/1", reused: false });
  expect(started.attemptId).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
  expect(await shop.state()).toBe("pending");
});

test.each([
  ["approved at once", Response.json({ status: 0, msg: "transaction success" }), "waiting approved"],
  ["declined", Response.json({ status: 2, msg: "transaction failed" }), "declined failed"],
  ["rejected", Response.json({ status: "error", msg: "Signature verification failed" }), "declined failed"],
  ["rejected as a duplicate", Response.json({ status: "error", msg: "Duplicate order" }), "waiting pending"],
  ["answered with HTML", new Response("<html>"), "unreachable pending"],
  ["answered with 502", new Response("", { status: 502 }), "unreachable pending"],
])("a sale %s has a truthful next page", async (_, answer, expected) => {
  const [state = "", payment] = expected.split(" ");
  const shop = new TestShop();
  shop.answer = answer;
  const started = await shop.gateway.start(hostedSaleInput());
  expect(started.state).toBe(state);
  expect(started.url).toMatch(
    state === "declined" || state === "unreachable"
      ? /^\/retry\/order-1$/
      : /^http:\/\/shop\.test\/pay\/wait\//,
  );
  expect(await shop.state()).toBe(payment);
});

test("a gateway that is down or slow is an unknown outcome, never an error", async () => {
  const down = new TestShop();
  down.answer = () => {
    throw new TypeError("fetch failed");
  };
  expect(await down.gateway.start(hostedSaleInput())).toMatchObject({
    state: "unreachable",
    url: "/retry/order-1",
  });
  const slow = new TestShop();
  slow.answer = () => new Promise(() => {});
  slow.impatient = true;
  expect(await slow.gateway.start(cardSale())).toMatchObject({ state: "waiting" });
  expect(slow.events).toContainEqual(
    expect.objectContaining({ event: "response-received", reason: "timeout" }),
  );
});

const refused = (status: number, body: string) => new Response(body, { status });

test.each([
  [
    "rejects the sale",
    refused(200, '{"status":"error","msg":"sign error"}'),
    "rejected",
    "sign error",
    200,
    "sign error",
  ],
  ["has no such path", refused(404, "<html>Not Found</html>"), "unknown", "http_status", 404, "(HTTP 404)"],
  ["answers in HTML", refused(200, "<html>Busy</html>"), "unknown", "not_json", 200, "not_json, HTTP 200"],
])(
  "a gateway that %s is a warning with reason and HTTP status",
  async (...[, answer, outcome, reason, httpStatus, told]) => {
    const shop = new TestShop();
    shop.answer = answer;
    await shop.gateway.start(hostedSaleInput());
    const event = shop.events.find((each) => each.event === "response-received");
    expect(event).toMatchObject({ outcome, reason, httpStatus });
    expect(event && eventLogLevel(event)).toBe("warn");
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    expect(attempts[0]?.timeline.at(-1)?.text).toContain(told);
  },
);

test.each([
  ["rejected", '{"status":"error","msg":"sign error"}'],
  ["rejected", '{"status":"error","msg":"pay_md5sign: verification failed"}'],
  ["rejected", '{"status":"error","msg":"签名错误"}'],
  ["rejected", '{"status":"error","msg":"Invalid API key"}'],
  ["declined", '{"status":2,"msg":"Signature amount-mismatch"}'],
])(
  "a gateway that does not accept the signature is a warning that names the merchant (%s, %s)",
  async (outcome, body) => {
    const shop = new TestShop();
    shop.answer = refused(200, body);
    await shop.gateway.start(hostedSaleInput());
    const event = shop.events.find((each) => each.event === "response-received");
    const reason = JSON.parse(body).msg;
    expect(event).toMatchObject({ outcome, reason, advice: "Check the key of merchant 10002." });
    expect(event && eventLogLevel(event)).toBe("warn");
  },
);

test("a gateway that is not reached is a warning that names its address", async () => {
  const shop = new TestShop();
  shop.answer = () =>
    Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { syscall: "connect" } }));
  await shop.gateway.start(hostedSaleInput());
  const event = shop.events.find((each) => each.event === "response-received");
  expect(event).toMatchObject({
    outcome: "unknown",
    reason: "not_connected",
    advice: "Check that this server reaches http://gateway.test.",
  });
});

test.each([
  '{"status":2,"msg":"Insufficient funds"}',
  '{"status":2,"msg":"The design was assigned"}',
  '{"status":"error","msg":"pay_currency is not supported"}',
])("another text of the gateway has no advice about keys: %s", async (body) => {
  const shop = new TestShop();
  shop.answer = refused(200, body);
  await shop.gateway.start(hostedSaleInput());
  const event = shop.events.find((each) => each.event === "response-received");
  expect(event).not.toHaveProperty("advice");
});

test.each([
  ["is down", new Response("", { status: 502 }), "unreachable"],
  ["names no page", Response.json({ status: 1 }), "unreachable"],
  ["rejects the sale", Response.json({ status: "error", msg: "sign error" }), "failed"],
])("the retry page knows why the buyer is there, if the gateway %s", async (_, answer, reason) => {
  const shop = new TestShop();
  shop.pages.retryPage = (about) => `/retry/${about.reference}?payment=${about.reason}`;
  shop.answer = answer;
  expect((await shop.gateway.start(hostedSaleInput())).url).toBe(`/retry/order-1?payment=${reason}`);
});

test("a method that the option does not list is refused before anything is sent", async () => {
  const shop = new TestShop({ apmMethods: ["alipay", "ideal"] });
  const apm = (method?: string): Sale => ({
    ...hostedSaleInput(),
    variant: "apm",
    ...(method === undefined ? {} : { method }),
  });
  await expect(shop.gateway.start(apm("aliapy"))).rejects.toMatchObject({
    code: "sale_invalid",
    problems: [{ path: "method", message: expect.stringContaining("alipay, ideal") }],
  });
  expect(shop.submissions).toHaveLength(0);
  for (const method of ["alipay", undefined])
    expect(await shop.gateway.start(apm(method))).toMatchObject({ state: "redirect" });
  expect(await new TestShop().gateway.start(apm("aliapy"))).toMatchObject({ state: "redirect" });
});

test("the event of a rejection masks what the gateway repeats of the sale", async () => {
  const shop = new TestShop();
  shop.answer = Response.json({ status: "error", msg: "card 4242424242424242 of ada@example.com" });
  await shop.gateway.start(cardSale());
  const events = JSON.stringify(shop.events);
  expect(events).toContain("rejected");
  expect(events).not.toMatch(/4242|ada@/);
});

test("the same sale gives the same open page, and nothing is sent again (B-12)", async () => {
  const shop = new TestShop();
  const first = await shop.gateway.start(hostedSaleInput());
  shop.pass(14 * 60);
  const again = await shop.gateway.start(hostedSaleInput());
  expect(again).toMatchObject({ url: first.url, attemptId: first.attemptId, reused: true });
  expect(shop.submissions).toHaveLength(1);
});

test("an open page older than reuseFor is not given again", async () => {
  const shop = new TestShop();
  const first = await shop.gateway.start(hostedSaleInput());
  shop.pass(15 * 60);
  const again = await shop.gateway.start(hostedSaleInput());
  expect(again.attemptId).not.toBe(first.attemptId);
  expect(again.reused).toBe(false);
});

test.each<[string, Sale]>([
  ["amount", { ...hostedSaleInput(), amount: money(2999, "USD") }],
  ["currency", { ...hostedSaleInput(), amount: money(1999, "EUR") }],
  ["buyer (B-14)", { ...hostedSaleInput(), buyer: { ...buyer, email: "other@example.com" } }],
  ["language (B-15)", { ...hostedSaleInput(), buyer: { ...buyer, language: "ja" } }],
  ["variant", { ...hostedSaleInput(), variant: "link" }],
])("another %s is a new attempt, never an error (B-13)", async (_, changed) => {
  const shop = new TestShop();
  const first = await shop.gateway.start(hostedSaleInput());
  const second = await shop.gateway.start(changed);
  expect(second.attemptId).not.toBe(first.attemptId);
  expect(second.state).toBe("redirect");
});

test("a sale that is in flight is not sent twice: the second click waits", async () => {
  const shop = new TestShop();
  let respond: (response: Response) => void = () => {};
  const called = new Promise<void>((resolve) => {
    shop.answer = () => {
      resolve();
      return new Promise((answer) => {
        respond = answer;
      });
    };
  });
  const first = shop.gateway.start(hostedSaleInput());
  await called;
  const second = await shop.gateway.start(hostedSaleInput());
  expect(second).toMatchObject({ state: "waiting", reused: true });
  const [attemptId = "", token = ""] = second.url.split("/").slice(-2);
  expect(await shop.gateway.buyerStatus({ attemptId, token })).toMatchObject({ reference: "order-1" });
  respond(redirectResponse("https://gateway.test/page/1"));
  expect(await first).toMatchObject({ state: "redirect", attemptId });
  expect(shop.submissions).toHaveLength(1);
});

test("start under concurrency creates one payment", async () => {
  const shop = new TestShop();
  const started = await Promise.all(Array.from({ length: 20 }, () => shop.gateway.start(hostedSaleInput())));
  expect(shop.submissions).toHaveLength(1);
  expect(new Set(started.map(({ attemptId }) => attemptId)).size).toBe(1);
});

test("a submission that a crash cut off is not in flight for ever", async () => {
  const store = new MemoryStore();
  const crashed = new TestShop({}, store);
  crashed.answer = () => new Promise(() => {});
  void crashed.gateway.start(hostedSaleInput());
  await Promise.resolve();
  const shop = new TestShop({}, store);
  shop.pass(61);
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({ state: "redirect" });
});

test("a card is never sent again by itself: after an unknown outcome it waits for unknownHold", async () => {
  const shop = new TestShop();
  shop.answer = new Response("", { status: 504 });
  await shop.gateway.start(cardSale());
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "waiting", reused: true });
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({ state: "waiting", reused: true });
  expect(shop.submissions).toHaveLength(1);
  shop.pass(15 * 60);
  shop.answer = redirectResponse("https://gateway.test/3d/1");
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "redirect", reused: false });
});

test("a hosted sale of unknown outcome may be tried again at once: nobody can have paid it", async () => {
  const shop = new TestShop();
  shop.answer = new Response("", { status: 504 });
  const first = await shop.gateway.start(hostedSaleInput());
  shop.answer = redirectResponse("https://gateway.test/page/2");
  const second = await shop.gateway.start(hostedSaleInput());
  expect(second.state).toBe("redirect");
  expect(second.attemptId).not.toBe(first.attemptId);
});

test("a 3D page of a card is not reused", async () => {
  const shop = new TestShop();
  const first = await shop.gateway.start(cardSale());
  const second = await shop.gateway.start(cardSale());
  expect(second.attemptId).not.toBe(first.attemptId);
});

test("a paid reference is not charged again (B-10)", async () => {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  await shop.notify();
  const again = await shop.gateway.start({ ...hostedSaleInput(), amount: money(5, "USD") });
  expect(again).toMatchObject({ state: "paid", url: "/orders/order-1?paid", reused: true });
  expect(shop.submissions).toHaveLength(1);
});

test("money under review bars another charge", async () => {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  await shop.notify({ true_amount: "1.00" });
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({
    state: "review",
    url: "/orders/order-1?review",
  });
  expect(shop.submissions).toHaveLength(1);
});

test("after a failure the next attempt is one click (B-18)", async () => {
  const shop = new TestShop();
  shop.answer = Response.json({ status: 2, msg: "declined" });
  await shop.gateway.start(hostedSaleInput());
  shop.answer = redirectResponse("https://gateway.test/page/2");
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({
    state: "redirect",
    url: "https://gateway.test/page/2",
  });
});

test("a notification that comes before the answer decides where the buyer goes (B-24)", async () => {
  const shop = new TestShop();
  shop.answer = async (form) => {
    expect(await shop.notify({}, form)).toMatchObject({ status: 200, body: "OK" });
    return Response.json({ status: 0, msg: "transaction success" });
  };
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "paid", url: "/orders/order-1?paid" });
  expect(shop.placed).toHaveLength(1);
});

test("an answer that cannot be stored does not stop the buyer, nor the notification", async () => {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  let broken = false;
  store.commit = async (change) => {
    if (broken) throw new Error("disk full");
    return commit(change);
  };
  const shop = new TestShop({}, store);
  shop.answer = () => {
    broken = true;
    return redirectResponse("https://gateway.test/page/1");
  };
  expect(await shop.gateway.start(hostedSaleInput())).toMatchObject({
    state: "redirect",
    url: "https://gateway.test/page/1",
  });
  expect(shop.events).toContainEqual(expect.objectContaining({ event: "response-not-stored" }));
  broken = false;
  await shop.notify();
  expect(await shop.state()).toBe("paid");
});

test("a store that is down stops the sale before the gateway hears of it", async () => {
  const store = new MemoryStore();
  store.commit = async () => {
    throw new Error("connection refused");
  };
  const shop = new TestShop({}, store);
  await expect(shop.gateway.start(hostedSaleInput())).rejects.toMatchObject({ code: "store_unavailable" });
  expect(shop.submissions).toHaveLength(0);
});

test("what the settings do not allow is refused before anything is created", async () => {
  const shop = new TestShop({
    acceptRawCards: false,
    merchants: [{ id: "1", key: "k", variants: ["hosted", "card"] }],
  });
  await expect(shop.gateway.start({ ...hostedSaleInput(), variant: "link" })).rejects.toMatchObject({
    code: "merchant_missing",
  });
  await expect(shop.gateway.start({ ...hostedSaleInput(), tenant: "other" })).rejects.toMatchObject({
    code: "merchant_missing",
  });
  await expect(shop.gateway.start(cardSale())).rejects.toMatchObject({ code: "raw_cards_refused" });
  await expect(
    shop.gateway.start({ ...hostedSaleInput(), amount: { minor: 0, currency: "USD" } }),
  ).rejects.toSatisfy((error) => isPayIndexError(error, "sale_invalid"));
  expect(await shop.state()).toBe("none");
});

test("neither tokens nor the buyer are in the store (URL-TOKENS)", async () => {
  const shop = new TestShop();
  const started = await shop.gateway.start(hostedSaleInput());
  const kept = JSON.stringify(await shop.store.findAttempt(started.attemptId));
  const urls = [shop.lastForm.get("pay_notifyurl"), shop.lastForm.get("pay_callbackurl")];
  for (const token of urls.map((url) => url?.split("/").at(-1) ?? "missing"))
    expect(kept).not.toContain(token);
  for (const value of [buyer.firstName, buyer.email, buyer.phone, buyer.ip])
    expect(kept).not.toContain(value);
  expect(urls[0]).not.toBe(urls[1]);
});

test("a shop that cannot name its page does not turn a charge into an error", async () => {
  const shop = new TestShop();
  shop.pages.orderPage = () => {
    throw new Error("no route");
  };
  shop.answer = async (form) => {
    await shop.notify({}, form);
    return Response.json({ status: 0, msg: "transaction success" });
  };
  const started = await shop.gateway.start(cardSale());
  expect(started).toMatchObject({ state: "paid", url: expect.stringContaining("/pay/wait/") });
  expect(shop.events).toContainEqual(expect.objectContaining({ event: "page-url-failed" }));
});

test("an answer that could not be stored is stored later: an approval must bar a second charge", async () => {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  let broken = false;
  store.commit = async (change) => {
    if (broken) throw new Error("disk full");
    return commit(change);
  };
  const shop = new TestShop({}, store);
  shop.answer = () => {
    broken = true;
    return Response.json({ status: 0, msg: "transaction success" });
  };
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "waiting" });
  expect(await shop.state()).toBe("created");
  broken = false;
  await shop.gateway.close();
  expect(await shop.state()).toBe("approved");
});

test("a second click that waits is sent to the payment page too; whoever returns from there is not", async () => {
  const shop = new TestShop();
  const [first, second] = await Promise.all([shop.gateway.start(cardSale()), shop.gateway.start(cardSale())]);
  const repeated = first.reused ? first : second;
  const [attemptId = "", token = ""] = repeated.url.split("/").slice(-2);
  expect(await shop.gateway.buyerStatus({ attemptId, token })).toMatchObject({
    url: "https://gateway.test/page/1",
  });
  const [, own = ""] = (shop.lastForm.get("pay_callbackurl") ?? "").split("/").slice(-2);
  expect(await shop.gateway.buyerStatus({ attemptId, token: own })).toMatchObject({ url: undefined });
});

/** Two clicks of one buyer: the gateway is at the first, and the second was given a waiting page. */
async function clickedTwice(sale: () => Sale) {
  const shop = new TestShop();
  let answer: (response: Response) => void = () => {};
  shop.answer = () => new Promise((resolve) => (answer = resolve));
  const first = shop.gateway.start(sale());
  await vi.waitUntil(() => shop.submissions.length === 1);
  const { url } = await shop.gateway.start(sale());
  const [attemptId = "", token = ""] = url.split("/").slice(-2);
  const [, own = ""] = (shop.lastForm.get("pay_callbackurl") ?? "").split("/").slice(-2);
  return {
    shop,
    answered: (response: Response) => {
      answer(response);
      return first;
    },
    second: () => shop.gateway.buyerStatus({ attemptId, token }),
    first: () => shop.gateway.buyerStatus({ attemptId, token: own }),
  };
}

test("a second click awaits the gateway's answer, and whoever has been there the confirmation", async () => {
  const { answered, second, first } = await clickedTwice(cardSale);
  expect(await second()).toMatchObject({ awaits: "answer" });
  expect(await first()).toMatchObject({ awaits: "confirmation" });
  await answered(Response.json({ status: 0, msg: "transaction success" }));
  expect(await second()).toMatchObject({ state: "approved", awaits: "confirmation" });
});

test.each(["hosted", "link", "apm"] as const)(
  "a second click on a gateway that gave no page may try again, as the first may: %s (LED-START)",
  async (variant) => {
    for (const response of [new Response("", { status: 504 }), new Response("<html>")]) {
      const { shop, answered, second, first } = await clickedTwice(() => ({ ...hostedSaleInput(), variant }));
      expect(await second()).toMatchObject({ url: undefined, awaits: "answer" });
      expect(await answered(response)).toMatchObject({ state: "unreachable", url: "/retry/order-1" });
      expect(await second()).toMatchObject({ state: "pending", url: "/retry/order-1" });
      expect(await first()).toMatchObject({ url: undefined, awaits: "confirmation" });
      await shop.notify();
      expect(await second()).toMatchObject({ state: "paid", url: "/orders/order-1?paid" });
    }
  },
);

test("money on another attempt keeps a second click from trying again", async () => {
  const { shop, answered, second } = await clickedTwice(hostedSaleInput);
  await answered(new Response("", { status: 504 }));
  shop.answer = Response.json({ status: 0, msg: "transaction success" });
  expect(await shop.gateway.start(cardSale())).toMatchObject({ state: "waiting", reused: false });
  expect(await second()).toMatchObject({ state: "approved", url: undefined, awaits: "confirmation" });
});

test("a second click on a card of unknown outcome never leads to another payment", async () => {
  const { shop, answered, second } = await clickedTwice(cardSale);
  await answered(new Response("", { status: 504 }));
  for (const seconds of [0, 16 * 60]) {
    shop.pass(seconds);
    expect(await second()).toMatchObject({ state: "pending", url: undefined, awaits: "confirmation" });
  }
});

test("a second click on a submission that a crash cut off may try again once it cannot be on its way", async () => {
  const { shop, second } = await clickedTwice(hostedSaleInput);
  shop.pass(59);
  expect(await second()).toMatchObject({ state: "created", url: undefined, awaits: "answer" });
  shop.pass(1);
  expect(await second()).toMatchObject({ state: "created", url: "/retry/order-1" });

  const charged = await clickedTwice(cardSale);
  charged.shop.pass(60);
  expect(await charged.second()).toMatchObject({ url: undefined, awaits: "confirmation" });
});

test("a second click that saw the payment page is not told to pay again when the page is old", async () => {
  const { shop, answered, second } = await clickedTwice(hostedSaleInput);
  await answered(redirectResponse("https://gateway.test/page/1"));
  expect(await second()).toMatchObject({ url: "https://gateway.test/page/1" });
  shop.pass(15 * 60);
  expect(await second()).toMatchObject({ url: undefined, awaits: "confirmation" });
});

test("a shop whose buyers see the outcome on our pages sends them there, also again", async () => {
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

test("a payment page whose address holds the card number is for the buyer alone", async () => {
  const shop = new TestShop();
  const url = "https://gateway.test/3d?pan=4242%2D4242%2D4242%2D4242";
  shop.answer = redirectResponse(url);
  const started = await shop.gateway.start(cardSale());
  expect(started.url).toBe(url);
  expect(JSON.stringify(await shop.store.findAttempt(started.attemptId))).not.toContain("gateway.test/3d");
});

test("an amount, a price or a first period that needs more decimals than are sent is refused (MON-SENT)", async () => {
  const shop = new TestShop({ amountDecimals: 2 });
  const sale = {
    ...hostedSaleInput(),
    amount: money(1255, "KWD"),
    items: [
      { name: "Tea", price: 1250, quantity: 1 },
      { name: "Cup", price: 5, quantity: 1 },
    ],
  };
  const error = await shop.gateway.start(sale).catch((thrown: unknown) => thrown);
  if (!isPayIndexError(error, "sale_invalid")) throw error;
  expect(error.problems.map(({ path }) => path)).toEqual(["amount", "items.1.price"]);
  expect(shop.submissions).toEqual([]);
  expect(await shop.state()).toBe("none");
});

test("all amounts of a sale are sent with two decimals if the gateway wants them so (MON-SENT)", async () => {
  const shop = new TestShop({ amountDecimals: 2 });
  const items = [{ name: "Tea", price: 1000, quantity: 1 }];
  await shop.gateway.start({ ...hostedSaleInput(), amount: money(1000, "JPY"), items });
  expect(shop.lastForm.get("pay_amount")).toBe("1000.00");
  expect(JSON.parse(shop.lastForm.get("pay_productname") ?? "")).toMatchObject([{ price: "1000.00" }]);
  await shop.notify();
  expect(await shop.state()).toBe("paid");
});
