import { expect } from "vitest";
import type { Scenario } from "../scenario.ts";

const buyers = [
  { firstName: "花子", lastName: "山田", cup: "湯呑み（有田焼）" },
  { firstName: "ليلى", lastName: "الحسن", cup: "فنجان شاي" },
  { firstName: "Zoë 🫖", lastName: "O’Brien-Łukasz", cup: "Cup 👩‍👩‍👧‍👦 & “saucer” <b>" },
];

export const namesInAnyAlphabetScenario: Scenario = {
  title: "Buyers and products can have names in any alphabet, also with emoji",
  cites: ["B-37"],
  variants: ["hosted", "card"],

  async play({ order, buyer, gateway }, variant) {
    for (const { cup, ...name } of buyers) {
      const person = { ...name, email: "buyer@example.com", phone: "0312345678", country: "JP" };
      const lines = [{ name: cup, price: 1999, quantity: 1 }];
      const tea = await order({ buyer: person, lines });
      const attempt = await buyer.submits(tea, variant);
      await buyer.pays(attempt);
      await gateway.waitUntilNotified(attempt);
      await tea.is("paid");
      expect(await gateway.submittedProducts(attempt)).toContain(cup);
    }
  },
};
