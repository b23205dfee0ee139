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

export const appReadsStateScenario: Scenario = {
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
};
