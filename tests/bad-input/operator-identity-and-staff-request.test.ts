import { randomBytes } from "node:crypto";
import { money, type Operator } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import { findForeignRequestProblem } from "@pay-index/server";
import { describe, expect, test } from "vitest";
import { rowName } from "./bad-input-page.ts";
import { exampleBuyer } from "./open-core.ts";
import { operatorIdentityRows as rows } from "./rows/operator-identity.ts";
import { staffRequestRows } from "./rows/staff-request.ts";
import { watchProcess } from "./watch-process.ts";

watchProcess();

async function started() {
  const gateway = createGateway({
    options: {
      gateway: "https://gateway.example",
      publicUrl: "https://shop.example/pay",
      merchants: [{ id: "10002", key: "a-key-that-nobody-may-see" }],
    },
    store: new MemoryStore(),
    orders: {
      placeOrder: async ({ payment, checkAmountDue }) => ({
        placed: {},
        amount: checkAmountDue(payment.amount),
      }),
    },
    pages: { orderPage: () => "/", retryPage: () => "/" },
    platform: {
      now: () => new Date(),
      after: () => () => undefined,
      randomBytes,
      fetch: async () => Response.json({ status: 1, url: "https://gateway.example/1" }),
    },
  });
  const sale = {
    reference: "1",
    variant: "hosted",
    amount: money(1999, "USD"),
    buyer: exampleBuyer,
  } as const;
  const { attemptId } = await gateway.start(sale);
  const byStaff = async () => {
    const { attempts } = await gateway.status({ reference: "1" });
    const timeline = attempts.flatMap((payment) => payment.timeline);
    return timeline.filter(({ source }) => source === "operator").map(({ text }) => text);
  };
  return { gateway, attemptId, byStaff };
}

describe("operator", () => {
  test.each(rows.map((row) => [rowName(row), row] as const))("%s", async (_, { operator: handed, end }) => {
    const { gateway, attemptId, byStaff } = await started();
    const operator = handed as Operator;
    const retry = () => gateway.retryReviewItem(`${attemptId}/check-result`, { operator });
    const decide = () =>
      gateway.resolveReviewItem({ attemptId, action: "dismiss", operator, note: "Asked." });
    if ("path" in end) {
      for (const use of [retry, decide])
        await expect(use()).rejects.toMatchObject({
          code: "resolution_invalid",
          problems: [{ path: end.path }],
        });
      expect(await byStaff()).toEqual([]);
    } else {
      await retry();
      await decide();
      expect(await byStaff()).toEqual([
        `${end.displayed} retried the review item result-not-checked.`,
        `${end.displayed} dismissed the payment: Asked.`,
      ]);
    }
  });
});

describe("staff request", () => {
  test.each(staffRequestRows.map((row) => [rowName(row), row] as const))(
    "%s",
    (_, { headers, cors, end }) => {
      const request = { headers: { host: "shop.example", ...headers }, cors: cors ?? "refused" } as const;
      const { status, code } = findForeignRequestProblem(request) ?? expect.unreachable("it was accepted");
      expect(`${status} ${code}`).toBe(end);
    },
  );
});
