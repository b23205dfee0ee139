import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const [gatewayAddress, stranger] = ["203.0.113.7", "198.51.100.9"];

export const senderRefusedScenario: Scenario = {
  title:
    "A notification from an address that the shop does not permit pays nothing, whatever its sender forges",
  cites: ["B-31", "B-36"],
  // The scenario is the proxy: it writes the last entry of the header.
  alone: {
    shop: { notifyFrom: { addresses: [gatewayAddress], proxies: 1 } },
    gateway: { retryGaps: [] },
  },

  async play({ submittedOrder, gateway }) {
    const { tea, attempt } = await submittedOrder();
    // Without the header of the proxy, the address is not known.
    expect(await gateway.payWithFaults(attempt)).toBe("403 sender");
    for (const forwardedFor of [stranger, `${gatewayAddress}, ${stranger}`])
      expect(await gateway.postAs(attempt, { forwardedFor })).toBe("403 sender");
    await tea.is("pending", { items: ["not-verified"] });

    expect(await gateway.postAs(attempt, { forwardedFor: `${stranger}, ${gatewayAddress}` })).toBe("200 OK");
    await tea.is("paid");
  },
};
