import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as adapter from "../../src/entries/adapter.ts";
import * as protocol from "../../src/entries/protocol.ts";
import { MemoryStore } from "../../src/entries/store.ts";
import * as core from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";
import { completeSales, exampleCard, now } from "../protocol/sale/example-sales.ts";

/** Whatever JavaScript can hand over, and near misses of what is wanted. */
const odd = fc.oneof(
  fc.constantFrom(undefined, null, "", " ", "00", "USD", "JPY", "19.99", 0, -1, 1.5, Number.NaN, true),
  fc.constantFrom(
    Symbol("odd"),
    10n,
    () => "odd",
    new Map(),
    new Date(Number.NaN),
    [],
    {},
    Object.create(null),
  ),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  }),
  fc.string({ unit: "binary" }),
);

/** A good value with up to three places in it made odd, or something odd altogether. */
function nearly(good: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(good);
  const changes = fc.array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 });
  const changed = changes.map((all) => all.reduce((value, [place, to]) => put(value, place, to), good));
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: odd });
}

type Place = readonly string[];

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))
  );
}

function placesIn(value: unknown, at: Place = []): Place[] {
  if (!isPlain(value)) return [at];
  const below = Object.entries(value).flatMap(([name, each]) => placesIn(each, [...at, name]));
  return [...(at.length === 0 ? [] : [at]), ...below, [...at, "unheardOf"]];
}

function put(into: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const below = isPlain(into) ? into : {};
  const copy: Record<string, unknown> | unknown[] = Array.isArray(below) ? [...below] : { ...below };
  return Object.assign(copy, { [name]: put((below as Record<string, unknown>)[name], rest, value) });
}

/** Runs it: a result, or a PayIndexError with a code of the list and a message. */
async function onlyOurs(attempted: () => unknown): Promise<void> {
  try {
    await attempted();
  } catch (error) {
    if (!core.isPayIndexError(error)) throw error;
    expect(core.errorCodes).toContain(error.code);
    expect(error.message).not.toBe("");
  }
}

const options: core.Options = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/pay",
  merchants: [{ id: "1", key: "k", previousKeys: ["p"], variants: ["hosted"], tenant: "t" }],
  website: "https://shop.example",
  bankCode: "901",
  language: "en",
  system: "s",
  timeZone: "UTC",
  planEncoding: "object",
  signRules: ["received"],
  timeout: 30,
  replyWithin: 5,
};

/* biome-ignore lint/suspicious/noExplicitAny: what is handed in here is of no type on purpose. */
type Odd = any;

describe("pure functions throw nothing but PayIndexError (B-36)", () => {
  const cardText = { number: "4242424242424242", month: "12", year: "2030", cvv: "987" };
  const attempts: Readonly<Record<string, (a: Odd, b: Odd) => unknown>> = {
    money: (a, b) => core.money(a, b),
    decimalsOf: (a) => core.decimalsOf(a),
    fromAmountText: (a, b) => core.fromAmountText(a, b),
    "fromAmountText of dollars": (a) => core.fromAmountText(a, "USD"),
    toAmountText: (a) => core.toAmountText(a),
    "toAmountText of a pair": (minor, currency) => core.toAmountText({ minor, currency }),
    "CardDetails.of": (a) => protocol.CardDetails.of(a),
    "CardDetails.isExpired": () => exampleCard().isExpired(now),
    isPayIndexError: (a, b) => core.isPayIndexError(a, b),
    eventError: (a) => adapter.toEventError(a),
    safely: (a) => adapter.catchHandlerErrors(a)({ event: "secret-rotated", version: 1 }),
  };
  test.each(Object.entries(attempts))("%s", async (_, attempt) => {
    await fc.assert(
      fc.asyncProperty(odd, odd, (a, b) => onlyOurs(() => attempt(a, b))),
      { numRuns: 300 },
    );
  });

  test("CardDetails.of throws an error without a digit of the card for input that resembles a card", async () => {
    await fc.assert(
      fc.asyncProperty(nearly(cardText), (input) =>
        onlyOurs(() => {
          try {
            protocol.CardDetails.of(input as Odd);
          } catch (error) {
            expect(String(error)).not.toMatch(/4242|987/);
            throw error;
          }
        }),
      ),
      { numRuns: 300 },
    );
  });
});

describe("the gateway throws nothing but PayIndexError (B-36)", () => {
  test("createGateway", async () => {
    await fc.assert(
      fc.asyncProperty(nearly(options), (input) =>
        onlyOurs(() =>
          adapter.createGateway({
            options: input as Odd,
            store: new MemoryStore(),
            orders: {} as Odd,
            pages: { orderPage: () => "/" },
            platform: {} as Odd,
          }),
        ),
      ),
      { numRuns: 500 },
    );
  });

  test.each(core.variants)("start, %s", async (variant) => {
    const shop = new TestShop();
    await fc.assert(
      fc.asyncProperty(nearly(completeSales[variant]), (sale) =>
        onlyOurs(() => shop.gateway.start(sale as Odd)),
      ),
      { numRuns: 150 },
    );
  });

  test("receive returns a refusal for every input", async () => {
    const shop = new TestShop();
    await shop.gateway.start(hostedSaleInput());
    const [attemptId = "", token = ""] = (shop.lastForm.get("pay_notifyurl") ?? "").split("/").slice(-2);
    const contentType = "application/x-www-form-urlencoded";
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ kind: "raw", bytes, contentType })),
      fc.string().map((text) => ({ kind: "raw", bytes: new TextEncoder().encode(text), contentType: text })),
      odd.map((fields) => ({ kind: "parsed", fields, contentType })),
      nearly({ memberid: "10002", orderid: attemptId, sign: "0".repeat(32), amount: "1" }).map((fields) => ({
        kind: "parsed",
        fields,
        contentType,
      })),
      fc.constantFrom({ kind: "large" }, { kind: "consumed" }),
      odd,
    );
    const requests = bodies.chain((body) =>
      fc.oneof(
        fc.constant({ attemptId, token, body }),
        nearly({ attemptId, token, body: { kind: "large" } }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { status, body } = await shop.gateway.receive(request as Odd);
        expect(protocol.httpStatusByRefusalCode[body as protocol.RefusalCode]).toBe(status);
      }),
      { numRuns: 500 },
    );
    expect(await shop.state()).toBe("pending");
  });

  const key = { attemptId: "0".repeat(20), token: "0".repeat(26) };
  const ofOrder = { reference: "order-1", tenant: "default" };
  const by = { operator: exampleOperator };
  const decision = { ...by, attemptId: key.attemptId, action: "dismiss", note: "Checked." };
  const methods: Readonly<
    Record<string, readonly [unknown, (gateway: core.Gateway, input: Odd) => unknown]>
  > = {
    returned: [
      { ...key, fields: { paymentStatus: "fail", orderID: key.attemptId } },
      (gateway, input) => gateway.handleReturn(input),
    ],
    buyerStatus: [key, (gateway, input) => gateway.buyerStatus(input)],
    status: [ofOrder, (gateway, input) => gateway.status(input)],
    decide: [decision, (gateway, input) => gateway.resolveReviewItem(input)],
    jobs: [by, (gateway, input) => gateway.retryReviewItem("0/paid", input)],
    items: [10, (gateway, input) => gateway.reviewItems(input)],
    formToken: [ofOrder, (gateway, input) => gateway.formToken(input)],
    isFormToken: [{ ...ofOrder, token: "1.x" }, (gateway, input) => gateway.isFormToken(input)],
  };

  test.each(Object.entries(methods))("%s", async (_, [good, call]) => {
    const shop = new TestShop();
    await shop.gateway.start(hostedSaleInput());
    const attemptId = shop.lastForm.get("pay_orderid") ?? "";
    const real =
      typeof good === "object" && good !== null && "attemptId" in good ? { ...good, attemptId } : good;
    await fc.assert(
      fc.asyncProperty(nearly(real), (input) => onlyOurs(() => call(shop.gateway, input))),
      { numRuns: 200 },
    );
  });
});
