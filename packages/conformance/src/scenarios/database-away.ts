import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

export const databaseAway: Scenario = {
  title:
    "While the database is unavailable, no notification gets OK and no buyer is charged; afterwards the shop catches up",
  cites: ["B-23", "B-24", "B-38"],
  needs: ["outages"],
  alone: {},

  async play({ shop, order, buyer, gateway }) {
    const [tea, coffee] = [await order(), await order()];
    const attempt = await buyer.submits(tea);
    const answers = await shop.withoutDatabase(async () => {
      const told = await gateway.isPaidAndLies(attempt);
      return [told, await buyer.clicks(coffee)] as const;
    });
    expect(answers).toEqual(["503 later", { refused: expect.any(String) }]);
    expect(await coffee.attempts()).toEqual([]);

    await gateway.hasTold(attempt);
    await tea.is("paid");
    const late = await buyer.submits(coffee);
    await gateway.ends(late, "paid");
    await coffee.is("paid");
  },
};
