import { readFileSync } from "node:fs";
import type { Sandbox } from "@pay-index/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPayment, type PaymentPageOutcome } from "../../packages/app/src/index.ts";
import { isReturnUrl } from "../../packages/app/src/return-url.ts";
import type { Problem } from "../../packages/core/src/errors.ts";
import type { Options } from "../../packages/core/src/options/options-schema.ts";
import { readOptions } from "../../packages/core/src/options/settings.ts";
import { readBuyerReturn } from "../../packages/core/src/protocol/buyer-return.ts";
import { fromAmountText } from "../../packages/core/src/protocol/money/amount-text.ts";
import { roundToMinorUnits } from "../../packages/core/src/protocol/money/round-to-minor-units.ts";
import { verifyNotification } from "../../packages/core/src/protocol/notification/verify-notification.ts";
import { checkSale } from "../../packages/core/src/protocol/sale/sale.ts";
import { buildSaleDraftFromCart } from "../../packages/core/src/protocol/sale/sale-draft.ts";
import { readSaleResponse } from "../../packages/core/src/protocol/sale-response.ts";
import { signRules, verifySign } from "../../packages/core/src/protocol/signature/notification-sign.ts";
import { signRequest } from "../../packages/core/src/protocol/signature/request-sign.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import { isAmount } from "../../packages/core/test/protocol/money/is-amount.ts";
import { minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import {
  checkOperationExample,
  isOperationExample,
  type OperationExample,
} from "./check-operation-example.ts";
import { playPayment } from "./play-payment.ts";
import type {
  AmountExample,
  AppExample,
  DraftExample,
  EmittedExample,
  Example,
  FormExample,
  NotificationSignExample,
  OptionsExample,
  RequestSignExample,
  RoundedExample,
  SaleExample,
} from "./rule-types.ts";
import { rules } from "./rules.ts";
import {
  changedForm,
  changedSale,
  createForm,
  type Fields,
  findProblems,
  merchants,
  minimalForm,
  type NotificationListener,
  openNotificationListener,
  openSandbox,
  postForm,
  type SandboxReply,
  signedForm,
} from "./sale-form-helpers.ts";
import { notificationVectors, requestVectors } from "./signature-vectors.ts";

let sandbox: Sandbox;
let shop: NotificationListener;
beforeAll(async () => {
  [sandbox, shop] = await Promise.all([openSandbox(), openNotificationListener()]);
  await postForm(sandbox.url, signedForm({ ...minimalForm("hosted"), pay_orderid: "SPENT" }, "hosted"));
});
afterAll(async () => {
  await sandbox.close();
  await shop.close();
});

describe.each(rules)("$id", ({ accepted, refused }) => {
  for (const [verdict, examples] of Object.entries({ accepted, refused })) {
    test.each(examples.map((example, index) => ({ example, index })))(
      `${verdict} example $index`,
      async ({ example }) => {
        if (isOperationExample(example)) checkOperationExample(example);
        else await checkExample(example, verdict === "accepted");
      },
    );
  }
});

/** What no answer in the rules repeats. */
const sentTokens = { notifyToken: "N".repeat(26), returnToken: "R".repeat(26) };

async function checkExample(example: Exclude<Example, OperationExample>, accepted: boolean): Promise<void> {
  if ("sale" in example) await checkSaleExample(example, accepted);
  else if ("draft" in example) checkDraftExample(example);
  else if ("form" in example) await checkFormExample(example, accepted);
  else if ("options" in example) checkOptionsExample(example, accepted);
  else if ("vector" in example) checkRequestSignExample(example, accepted);
  else if ("notified" in example) checkNotificationSignExample(example, accepted);
  else if ("answer" in example && "means" in example)
    expect({
      text: undefined,
      duplicate: undefined,
      unclear: undefined,
      ...readSaleResponse(example.answer, sentTokens),
    }).toMatchObject(example.means);
  else if ("app" in example) await checkAppExample(example);
  else if ("to" in example) expect(isReturnUrl(example.back, example.to)).toBe(accepted);
  else if ("back" in example)
    expect(readBuyerReturn(example.back, "00000000000000000001")).toBe(example.hint);
  else if ("amount" in example) checkAmountExample(example);
  else if ("calculated" in example) checkRoundedExample(example);
  else if ("life" in example) expect(await playPayment(example)).toMatchObject(example.gives);
  else await checkEmittedExample(example);
}

async function checkSaleExample(
  { sale, with: changes, settings, form, problems, warnings }: SaleExample,
  accepted: boolean,
) {
  let built: Fields = {};
  const found = findProblems(() => {
    built = createForm(changedSale(minimalSales[sale], changes), settings === undefined ? {} : { settings });
  });
  expect(pathsOf(found)).toEqual(accepted ? undefined : problems);
  if (warnings !== undefined)
    expect(checkSale(changedSale(minimalSales[sale], changes), new Date()).warnings).toEqual(warnings);
  if (!accepted) return;
  for (const [name, value] of Object.entries(form ?? {})) expect(built[name] ?? null).toBe(value);
  expect(await postForm(sandbox.url, built)).not.toMatchObject({ status: "error" });
}

function pathsOf(problems: readonly Problem[] | undefined): string[] | undefined {
  return problems && [...new Set(problems.map(({ path }) => path))];
}

function checkDraftExample({
  draft,
  amount = 1999,
  change,
  names,
  prices,
  images,
  warnings = [],
}: DraftExample): void {
  const { buyer } = minimalSales.hosted;
  const changeItem = {
    rename: () => ({ name: "Goods" }),
    throw: () => {
      throw new Error("no such product");
    },
  };
  const sale = buildSaleDraftFromCart(
    {
      reference: "order-1",
      amount: { minor: amount, currency: "USD" },
      buyer,
      billing: { country: buyer.country },
      shipping: undefined,
      lines: draft,
      itemName: "Order",
      changeItem: change && changeItem[change],
    },
    { variant: "hosted" },
  );
  const { items = [] } = sale;
  if (names) expect(items.map(({ name }) => name)).toEqual(names);
  if (prices) expect(items.map(({ price }) => price)).toEqual(prices);
  if (images) expect(items.map(({ image }) => image)).toEqual(images);
  expect(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)).toBe(amount);
  expect(checkSale(sale as never, new Date()).warnings).toEqual(warnings);
}

async function checkFormExample(example: FormExample, accepted: boolean) {
  const form = changedForm(minimalForm(example.form), example.set ?? {});
  const signed = signedForm(form, example.form);
  const sent = example.sign === undefined ? signed : changedForm(signed, { pay_md5sign: example.sign });
  const answer: SandboxReply = await postForm(sandbox.url, sent, example);
  if (!accepted) {
    expect(answer).toEqual({
      status: "error",
      msg: expect.stringContaining(example.says ?? "(no words given)"),
    });
  } else if (example.status === undefined) expect(answer).not.toMatchObject({ status: "error" });
  else expect(answer).toMatchObject({ status: example.status });
}

const usual: Options = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/pay",
  merchants: [{ id: "1", key: "a-key-of-the-merchant" }],
};

function checkOptionsExample({ options, problems }: OptionsExample, accepted: boolean) {
  const found = findProblems(() => readOptions({ ...usual, ...options }));
  expect(pathsOf(found)).toEqual(accepted ? undefined : problems);
}

function checkRequestSignExample({ vector: title, change, sign }: RequestSignExample, accepted: boolean) {
  const vector = requestVectors.find((each) => each.title === title);
  if (vector === undefined) throw new Error(`There is no vector "${title}".`);
  const made = signRequest(Object.entries({ ...vector.fields, ...change }), new Secret(vector.key));
  expect(made === (sign ?? vector.sign)).toBe(accepted);
}

function checkNotificationSignExample(example: NotificationSignExample, accepted: boolean) {
  const vector = notificationVectors.find(({ title }) => title === example.notified);
  if (vector === undefined) throw new Error(`There is no vector "${example.notified}".`);
  const { change, sign = vector.sign, rules: allowed = signRules } = example;
  const fields = new Map(Object.entries({ ...vector.fields, ...change, sign }));
  const keys = { current: new Secret(vector.key), previous: [] };
  expect(verifySign("notification", { fields }, { keys, rules: allowed }).verified).toBe(accepted);
}

function checkAmountExample({ amount, currency, minor }: AmountExample) {
  if (minor === null) {
    expect(findProblems(() => fromAmountText(amount, currency))).toBeDefined();
    expect(isAmount(amount, { minor: 100, currency })).toBe(false);
  } else {
    expect(fromAmountText(amount, currency)).toEqual({ minor, currency });
    expect(isAmount(amount, { minor, currency })).toBe(true);
    expect(isAmount(amount, { minor: minor + 1, currency })).toBe(false);
  }
}

function checkRoundedExample({ calculated, currency, minor, difference }: RoundedExample) {
  const rounded = roundToMinorUnits(calculated, currency);
  expect(rounded?.amount).toEqual(minor === null ? undefined : { minor, currency });
  expect(rounded?.rounding?.roundingDifference).toBe(difference);
}

async function checkAppExample({
  app,
  url = "https://gateway.example/pay/1",
  shop,
  cancelStatus,
  result,
}: AppExample) {
  const browser = { open: async () => app as PaymentPageOutcome };
  const status = shop === undefined ? undefined : async () => (shop === null ? null : { state: shop });
  expect(await openPayment({ url, browser, status, cancelStatus, patience: 1 })).toMatchObject(result);
}

const numberOf = { success: "4242424242424242", failed: "4000000000001018" };

async function checkEmittedExample({ emitted, card, plan, fields }: EmittedExample) {
  const base = createForm(changedSale(minimalSales[emitted], { "card.number": numberOf[card] }), {
    notifyUrl: shop.url,
  });
  const more = plan === undefined ? {} : { subscription_plan: JSON.stringify(plan) };
  const form = signedForm({ ...base, ...more }, emitted);
  const attemptId = form.pay_orderid ?? "";
  await postForm(sandbox.url, form);
  await sandbox.nextDelivery(attemptId);
  const heard = shop.heard(attemptId);
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof RegExp) expect(heard[name]).toMatch(value);
    else expect(heard[name] ?? null).toBe(value);
  }
  const { id, key } = merchants[emitted];
  const expected = { merchantId: id, attemptId, keys: { current: new Secret(key), previous: [] } };
  const { verdict } = verifyNotification(new Map(Object.entries(heard)), {
    ...expected,
    rules: ["received"],
  });
  expect(verdict).toMatchObject({ verified: true, key: "current" });
}

describe("the rules and their documentation", () => {
  const documented = readDocumentation();

  test("every rule of the documentation has its examples here, and no other rule has", () => {
    expect(documented.length).toBeGreaterThan(100);
    expect(rules.map(({ id }) => id)).toEqual(documented.map(({ id }) => id));
  });

  test("they agree on the rules from SPEC and their sections", () => {
    const origin = ({ id, source, section }: Origin) => ({ id, source, section });
    expect(rules.map(origin)).toEqual(documented.map(origin));
  });

  test("every rule has an accepted and a refused example", () => {
    const lacking = rules.filter(({ accepted, refused }) => accepted.length === 0 || refused.length === 0);
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });
});

interface Origin {
  readonly id: string;
  readonly source: "SPEC" | "ours";
  readonly section: string;
}

/** The rules that have an id, each with what stands in parentheses behind it. Those without parentheses are ours. */
function readDocumentation(): Origin[] {
  const text = readFileSync(new URL("../../docs/reference/protocol.md", import.meta.url), "utf8");
  const rule = /^- \*\*([A-Z]+(?:-[A-Z]+)+)\*\*(?:[^:(]*\(SPEC (\d(?:\.\d)?(?:, \d(?:\.\d)?)*))?/gm;
  return [...text.matchAll(rule)].map(([, id = "", section]) =>
    section === undefined ? { id, source: "ours", section: "" } : { id, source: "SPEC", section },
  );
}
