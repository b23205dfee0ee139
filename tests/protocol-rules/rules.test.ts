import type { Sandbox } from "@pay-index/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "../../packages/core/src/errors.ts";
import { checkSale, variants } from "../../packages/core/src/protocol/sale/sale.ts";
import { buildSaleDraftFromCart } from "../../packages/core/src/protocol/sale/sale-draft.ts";
import { completeSales, minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import { playPayment } from "./play-payment.ts";
import type { DraftExample, SaleExample } from "./rule-types.ts";
import { rules } from "./rules.ts";
import {
  changedSale,
  createForm,
  type Fields,
  findProblems,
  openSandbox,
  postForm,
} from "./sale-form-helpers.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

describe.each(rules)("$id", ({ accepted, refused }) => {
  for (const [verdict, examples] of Object.entries({ accepted, refused })) {
    test.for(examples.map((example, index) => ({ example, index })))(
      `${verdict} example $index`,
      async ({ example }) => {
        if ("sale" in example) await checkSaleExample(example, verdict === "accepted");
        else if ("draft" in example) checkDraftExample(example);
        else expect(await playPayment(example)).toMatchObject(example.gives);
      },
    );
  }
});

test.each(variants)("the sandbox accepts the fullest form of core, %s (REQ-REQUIRED)", async (variant) => {
  expect(await postForm(sandbox.url, createForm(completeSales[variant]))).not.toMatchObject({
    status: "error",
  });
});

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
