import { money, type Operator } from "@pay-index/core";
import { findForeignRequestProblem } from "@pay-index/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { buyer } from "../../packages/express/test/test-shop.ts";
import { openCore } from "./open-core.ts";
import { named } from "./row.ts";
import { operatorIdentityRows } from "./rows/operator-identity.ts";
import { staffRequestRows } from "./rows/staff-request.ts";
import { watchProcess } from "./watch-process.ts";

watchProcess();

const gateway = new FakeGateway();
beforeAll(async () => void (await gateway.open()));
afterAll(() => gateway.close());

async function startSale() {
  const { core } = openCore(gateway);
  const sale = { reference: "1", variant: "hosted", buyer } as const;
  const { attemptId } = await core.start({ ...sale, amount: money(1999, "USD") });
  const byStaff = async () => {
    const { attempts } = await core.status({ reference: "1" });
    const timeline = attempts.flatMap((payment) => payment.timeline);
    return timeline.filter(({ source }) => source === "operator").map(({ text }) => text);
  };
  return { core, attemptId, byStaff };
}

describe("operator", () => {
  test.each(named(operatorIdentityRows))("%s", async (_, { path, displayed, ...row }) => {
    const { core, attemptId, byStaff } = await startSale();
    const operator = row.operator as Operator;
    const retry = () => core.retryReviewItem(`${attemptId}/check-result`, { operator });
    const decide = () => core.resolveReviewItem({ attemptId, action: "dismiss", operator, note: "Asked." });
    if (path === undefined) {
      await retry();
      await decide();
      expect(await byStaff()).toEqual([
        `${displayed} retried the review item result-not-checked.`,
        `${displayed} dismissed the payment: Asked.`,
      ]);
      return;
    }
    for (const use of [retry, decide])
      await expect(use()).rejects.toMatchObject({ code: "resolution_invalid", problems: [{ path }] });
    expect(await byStaff()).toEqual([]);
  });
});

describe("staff request", () => {
  test.each(named(staffRequestRows))("%s", (_, { headers, end }) => {
    const request = { headers: { host: "shop.example", ...headers }, cors: "refused" } as const;
    const { status, code } = findForeignRequestProblem(request) ?? expect.unreachable("it was accepted");
    expect(`${status} ${code}`).toBe(end);
  });
});
