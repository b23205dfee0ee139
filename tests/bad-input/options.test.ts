import { randomBytes } from "node:crypto";
import type { Options, PayIndexError } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import { createPayIndex, type ExpressOptions } from "@pay-index/express";
import { describe, expect, test } from "vitest";
import { named } from "./row.ts";
import { optionsRows as rows } from "./rows/options.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

const right = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/pay",
  merchants: [{ id: "10002", key: "a-key-that-nobody-may-see" }],
};

function core(options: unknown): void {
  createGateway({
    options: options as Options,
    store: new MemoryStore(),
    orders: {
      placeOrder: async ({ payment, checkAmountDue }) => ({
        placed: {},
        amount: checkAmountDue(payment.amount),
      }),
    },
    pages: { orderPage: () => "/", retryPage: () => "/" },
    platform: { now: () => new Date(), after: () => () => undefined, randomBytes, fetch },
  });
}

const shop = { store: {}, amountDue: () => undefined, onPaid: () => {}, orderPage: () => "/", tickEvery: 0 };

async function refusalOf(use: () => unknown): Promise<PayIndexError> {
  try {
    await use();
  } catch (error) {
    expectNoSecret(error);
    expect(error).toMatchObject({ name: "PayIndexError", code: "options_invalid" });
    return error as PayIndexError;
  }
  return expect.unreachable("it was accepted");
}

const handed = (row: (typeof rows)[number]) => ("instead" in row ? row.instead : { ...right, ...row.with });

describe("options", () => {
  test.each(named(rows))("%s", async (_, row) => {
    const { problems, message } = await refusalOf(() => core(handed(row)));
    expect([...new Set(problems.map(({ path }) => path))].sort()).toEqual([...row.paths].sort());
    for (const problem of problems) expect(problem.message).toMatch(/\w{2,} \w+/);
    for (const path of row.paths) expect(message).toContain(path);

    const options = "with" in row ? { ...shop, ...right, ...row.with } : handed(row);
    await refusalOf(() => createPayIndex(options as ExpressOptions<never>));
  });

  test("valid options are accepted, so each row is refused for the reason that it names", () => {
    expect(() => core(right)).not.toThrow();
  });
});
