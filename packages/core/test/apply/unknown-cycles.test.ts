import { expect, test } from "vitest";
import { days, notified, outcome, play } from "./play.ts";

const own = { orderid: "GATEWAYS-OWN", transaction_id: "T2" };

test.each([
  ["by itself", { returncode: "2", transaction_id: "" }, []],
  ["with a charge of an unknown cycle", { transaction_id: "T2" }, ["unknown-cycle"]],
])(
  "a notification with its own gateway order ID closes the subscription %s, with the time of its arrival (CYC-CLOSED)",
  async (_, changed, items) => {
    const closes = notified({ ...own, enabled: "0", ...changed });
    const shop = await play([1, closes, days(31), [2, { transaction_id: "T9" }]]);
    expect(await outcome(shop)).toEqual([
      ["closed", "cycle 2"],
      ["charged-after-closing", ...items],
    ]);
  },
);
