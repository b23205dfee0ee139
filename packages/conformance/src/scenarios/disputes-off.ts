import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const disputesOffScenario: Scenario = {
  title: "A shop that does not use the dispute webhook answers its address like any unknown address",
  cites: ["B-60"],

  async play({ shop }) {
    expect(await shop.disputeWebhooks()).toEqual([]);
    const post = async (path: string) => {
      const body = new URLSearchParams({ alert_type: "Chargebacks" });
      const response = await fetch(`${shop.publicUrl}/${path}`, { method: "POST", body });
      return `${response.status} ${await response.text()}`;
    };
    expect(await post(`dispute/default/10002/${"0".repeat(26)}`)).toBe("404 unknown");
    expect(await post("nowhere")).toBe("404 unknown");
  },
};
