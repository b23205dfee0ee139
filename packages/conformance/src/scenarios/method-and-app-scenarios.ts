import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const elsewhere = { origin: "capacitor://localhost" };

/** Requests the state as an app's web view does: from an origin that the shop does not know. */
async function requestState(address: string): Promise<unknown> {
  const answer = await fetch(address, { headers: elsewhere });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  if (answer.status !== 200) return answer.status;
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return answer.json();
}

/** A buyer pays with another method or in an app, or does not return. */
export const methodAndAppScenarios = {
  "method-chosen-at-gateway": {
    title: "A buyer who chose no payment method in the shop chooses one at the gateway",
    cites: ["B-03", "B-18"],
    variants: ["apm"],

    async play({ submittedOrder, buyer, gateway, pay }) {
      const { tea, attempt } = await submittedOrder({ variant: "apm" });
      expect(attempt.url).not.toContain("/method/");
      await buyer.isDeclined(attempt);
      await gateway.waitUntilNotified(attempt);
      await tea.is("failed");

      const again = await buyer.submits(tea, { variant: "apm" });
      await pay(again);
      await tea.is("paid");
    },
  },

  "method-chosen-in-shop": {
    title: "A payment method that the buyer chose in the shop is the one that is paid with",
    cites: ["B-13"],
    variants: ["apm"],

    async play({ submittedOrder, buyer, pay }) {
      const { tea, attempt: first } = await submittedOrder({ variant: "apm", method: "paypal" });
      expect(first.url).toMatch(/\/method\/paypal$/);

      // A different method is a different request, so it starts a new attempt.
      const second = await buyer.submits(tea, { variant: "apm", method: "ideal" });
      expect(second.url).toMatch(/\/method\/ideal$/);
      expect(second.attemptId).not.toBe(first.attemptId);

      await pay(second);
      await tea.is("paid");
    },
  },

  "app-return-before-notification": {
    title: "A buyer who returns to an app before the notification arrives gets no wrong result",
    cites: ["B-42"],
    variants: ["apm"],

    async play({ submittedOrder, buyer, succeed }) {
      const { tea, attempt } = await submittedOrder({
        variant: "apm",
        method: "cashapp",
        appScheme: "teashop",
      });
      expect(attempt.url).toMatch(/\/app$/);
      expect(await buyer.opens(await buyer.leaves(attempt))).toMatchObject({ status: 200, isWaiting: true });
      await tea.is("pending");

      await succeed(tea, attempt);
    },
  },

  "app-reads-state": {
    title:
      "An app can read the state of the attempt that it opened and whether the order is paid, and nothing else",
    cites: ["B-18", "B-42", "B-43"],

    async play({ submittedOrder, buyer, gateway }) {
      const { tea, attempt: first } = await submittedOrder("hosted");
      const second = await buyer.submits(tea, "link");
      const [ofFirst = "", ofSecond = ""] = (await tea.attempts()).map(({ statusUrl }) => statusUrl);
      expect([await requestState(ofFirst), await requestState(ofSecond)]).toEqual([
        { state: "pending" },
        { state: "pending" },
      ]);
      await gateway.setOutcome(second, "failed");
      expect([await requestState(ofFirst), await requestState(ofSecond)]).toEqual([
        { state: "pending" },
        { state: "failed" },
      ]);
      await gateway.setOutcome(first, "paid");
      expect([await requestState(ofFirst), await requestState(ofSecond)]).toEqual([
        { state: "paid" },
        { state: "paid" },
      ]);

      // Neither another attempt's token nor the return token opens it, and its own token opens nothing else.
      const tokenOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";
      const { callback } = await gateway.submittedUrls(first);
      for (const token of [tokenOf(ofSecond), tokenOf(callback)])
        expect(await requestState(ofFirst.replace(tokenOf(ofFirst), token))).toBe(404);
      for (const page of ["return", "wait", "status"]) {
        const seen = await buyer.opens(ofFirst.replace("/state/", `/${page}/`));
        expect(seen.status).toBe(404);
      }

      const traced = { ...elsewhere, "access-control-request-headers": "traceparent" };
      const preflight = await fetch(ofFirst, {
        method: "OPTIONS",
        headers: { ...traced, "access-control-request-method": "GET" },
      });
      expect(preflight.ok).toBe(true);
      expect(preflight.headers.get("access-control-allow-headers")).toMatch(/^\*$|traceparent/);
    },
  },

  "buyer-never-returns": {
    title: "A buyer who pays and closes the window gets the order",
    cites: ["B-03", "B-04"],
    variants: ["hosted", "link", "apm"],

    async play({ submittedOrder, succeed }, variant) {
      const { tea, attempt } = await submittedOrder(variant);
      // Staff see pending payments with buyer and amount before anything is paid.
      expect(await tea.attempts()).toMatchObject([{ variant, state: "pending", amount: tea.total }]);

      await succeed(tea, attempt);
    },
  },
} satisfies Record<string, Scenario>;
