import { expect } from "vitest";
import type { BuyerDetails } from "../host-driver.ts";
import type { Scenario } from "../scenario.ts";

const telephones = [
  { currency: "USD", country: "GB", phone: "+44 20 7946 0958", sent: "02079460958" },
  { currency: "JPY", country: "JP", phone: "+81 90-1234-5678", sent: "09012345678" },
  { currency: "JPY", country: "JP", phone: "090-1234-5678", sent: "09012345678" },
  { currency: "JPY", country: "JP", phone: "+82 10-1234-5678", sent: "+82 10-1234-5678" },
];

export const nationalTelephonesScenario: Scenario = {
  title: "A shop can send telephones as national numbers, and a number of another country stays as it is",
  cites: ["B-61"],
  alone: { shop: { telephone: "national" } },

  async play({ order, buyer, gateway }) {
    for (const { currency, country, phone, sent } of telephones) {
      const person: BuyerDetails = {
        ...{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" },
        ...{ country, phone },
      };
      const bought = await order({ currency, buyer: person });
      const attempt = await buyer.submits(bought);
      const fields = await gateway.submittedFields(attempt);
      expect(fields).toMatchObject({ pay_country_iso_code_2: country, pay_telephone: sent });
      expect([sent, undefined]).toContain(fields.shipping_telephone);
      await gateway.setOutcome(attempt, "paid");
      await bought.is("paid");
    }
  },
};
