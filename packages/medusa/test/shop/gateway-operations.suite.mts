import { expect, test } from "vitest";
import { runCommandLine } from "./run-command-line.mts";
import type { TestShop } from "./test-shop.mts";

/** What staff ask the gateway for, and what it reports by itself, in a shop with every option under `operations`. */
export function gatewayOperationsSuite(open: () => TestShop): void {
  const ask = (path: string, body?: object) => open().ask(`/pay-index/${path}`, body);

  test("pay-index reconcile finds a payment whose notification was lost, and Medusa places its order", {
    timeout: 180_000,
  }, async () => {
    const from = new Date().toISOString();
    const { cartId, attemptId } = await open().begun();
    await open().setFaults(attemptId, { kind: "drop" });
    await open().control.resolve(attemptId, { outcome: "paid" });
    const settings = {
      ...{ origin: open().origin, databaseUrl: open().database.url, gateway: open().sandbox.url },
      operations: { query: { minimumGap: 0 } },
    };
    const period = ["--from", from, "--to", new Date().toISOString()];
    expect(await runCommandLine(settings, ["reconcile", ...period])).toMatchObject({
      ...{ ok: false, counts: { updated: 1 } },
      attempts: [{ attemptId, reference: cartId, finding: "updated", state: "paid" }],
    });
    await open().isPlaced(cartId);
  });

  test("the health and the log have the dispute webhook of each merchant (DSP-ADDRESS)", async () => {
    const all = (await ask("health")).body.disputeWebhooks;
    expect(all).toContainEqual({
      merchantId: "10002",
      url: expect.stringMatching(/\/hooks\/pay-index\/dispute\/default\/10002\/[0-9A-Z]{26}$/),
    });
    const ready = [...open().heard, ...open().logged].find((line) => line.includes("disputeWebhooks")) ?? "";
    for (const { url } of all) expect(ready).toContain(url);
  });

  test("a buyer who started too many attempts gets 429 with the next possible start, by every provider (M4)", async () => {
    const { buyer, cartId } = await open().ready();
    for (const email of ["ada1@example.com", "ada2@example.com", "ada3@example.com"]) {
      await buyer.ask(`/store/carts/${cartId}`, { email });
      expect(await buyer.start()).toMatchObject({ status: 200 });
    }
    await buyer.ask(`/store/carts/${cartId}`, { email: "once.more@example.com" });
    const response = await fetch(`${open().origin}/store/pay-index/payments`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": open().shop.publishableKey },
      body: JSON.stringify({ cart_id: cartId, provider_id: "pp_pay-index_hosted" }),
    });
    const { retry_at, ...refusal } = (await response.json()) as Record<string, string>;
    expect([response.status, refusal]).toMatchObject([
      429,
      { type: "not_allowed", code: "pay_index_too_many_attempts", problems: [] },
    ]);
    const retryAt = Date.parse(retry_at ?? "");
    const minutes = (retryAt - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60);
    const retryAfter = Date.parse(response.headers.get("retry-after") ?? "");
    expect(Math.abs(retryAfter - retryAt)).toBeLessThanOrEqual(1000);
    // Neither another provider nor a new payment session of Medusa's is a way around it.
    await buyer.initiate("pp_system_default");
    expect(await buyer.start({ provider_id: "pp_pay-index_link" })).toMatchObject({ status: 429 });
    const { body } = await buyer.start({ provider_id: "pp_pay-index_card" });
    expect(await buyer.postCard(body.payment)).toMatchObject({
      ...{ status: 429, text: expect.stringContaining("There were too many attempts.") },
    });
    expect((await open().payIndex.paymentOfCart(cartId)).attemptCount).toBe(3);
  });
}
