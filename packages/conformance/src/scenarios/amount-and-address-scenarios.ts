import { expect } from "vitest";
import type { BuyerDetails } from "../host-driver.ts";
import type { Scenario } from "../scenario.ts";

const currencies = [
  { currency: "JPY", amount: "1999" },
  { currency: "USD", amount: "19.99" },
  { currency: "KWD", amount: "1.999" },
];

const examples = [
  { currency: "JPY", price: 1999, amount: "1999.00" },
  { currency: "USD", price: 1999, amount: "19.99" },
  { currency: "KWD", price: 1990, amount: "1.99" },
];

const buyers = [
  { firstName: "花子", lastName: "山田", cup: "湯呑み（有田焼）" },
  { firstName: "ليلى", lastName: "الحسن", cup: "فنجان شاي" },
  { firstName: "Zoë 🫖", lastName: "O’Brien-Łukasz", cup: "Cup 👩‍👩‍👧‍👦 & “saucer” <b>" },
];

const telephones = [
  { currency: "USD", country: "GB", phone: "+44 20 7946 0958", sent: "02079460958" },
  { currency: "JPY", country: "JP", phone: "+81 90-1234-5678", sent: "09012345678" },
  { currency: "JPY", country: "JP", phone: "090-1234-5678", sent: "09012345678" },
  { currency: "JPY", country: "JP", phone: "+82 10-1234-5678", sent: "+82 10-1234-5678" },
];

/** Amounts and addresses as gateways require them. */
export const amountAndAddressScenarios = {
  decimals: {
    title:
      "Amounts in currencies with zero, two and three decimals are correct in the request and in the shop",
    cites: ["B-40"],
    underQuirks: "recorded",

    async play({ order, buyer, gateway, succeed }) {
      for (const { currency, amount } of currencies) {
        const tea = await order({ currency });
        const attempt = await buyer.submits(tea);
        expect(await gateway.control.orderDetails(attempt.attemptId)).toMatchObject({ amount, currency });
        await succeed(tea, attempt);
        expect((await tea.reading()).recordedAmounts).toEqual([{ minor: 1999, currency }]);
      }
    },
  },

  "always-two-decimals": {
    title: "A shop can send every amount with two decimals, and an amount that needs more is not sent",
    cites: ["B-40"],
    alone: { shop: { amountDecimals: 2 } },

    async play({ order, buyer, gateway, succeed }) {
      const cup = (currency: string, price: number) =>
        order({ currency, lines: [{ name: "Cup", price, quantity: 1 }] });
      for (const { currency, price, amount } of examples) {
        const bought = await cup(currency, price);
        const attempt = await buyer.submits(bought);
        expect(await gateway.control.orderDetails(attempt.attemptId)).toMatchObject({ amount, currency });
        await succeed(bought, attempt);
      }
      const finer = await cup("KWD", 1991);
      expect(await buyer.clicks(finer)).toHaveProperty("refused");
      expect(await finer.attempts()).toEqual([]);
    },
  },

  "amount-below-minimum": {
    title:
      "A shop refuses an amount that is too small for the gateway before anything is sent, and sells the smallest one",
    cites: ["B-62"],
    alone: { shop: { minimumAmounts: { USD: 500, JPY: 300 } }, gateway: {} },

    async play({ order, buyer, gateway, succeed }) {
      const cup = (currency: string, price: number) =>
        order({ currency, lines: [{ name: "Cup", price, quantity: 1 }] });
      for (const [currency, price] of [
        ["USD", 499],
        ["JPY", 299],
      ] as const) {
        const cheap = await cup(currency, price);
        expect(await buyer.clicks(cheap)).toHaveProperty("refused");
        expect(await cheap.attempts()).toEqual([]);
      }
      expect((await gateway.control.latestOrders({ limit: 1 })).orders).toEqual([]);
      for (const [currency, price] of [
        ["USD", 500],
        ["KWD", 1],
      ] as const) {
        const bought = await cup(currency, price);
        const attempt = await buyer.submits(bought);
        await succeed(bought, attempt);
      }
    },
  },

  "names-in-any-alphabet": {
    title: "Buyers and products can have names in any alphabet, also with emoji",
    cites: ["B-37"],
    variants: ["hosted", "card"],

    async play({ order, buyer, gateway, pay }, variant) {
      for (const { cup, ...name } of buyers) {
        const person = { ...name, email: "buyer@example.com", phone: "0312345678", country: "JP" };
        const lines = [{ name: cup, price: 1999, quantity: 1 }];
        const tea = await order({ buyer: person, lines });
        const attempt = await buyer.submits(tea, variant);
        await pay(attempt);
        await tea.is("paid");
        expect((await gateway.submittedFields(attempt)).pay_productname).toContain(cup);
      }
    },
  },

  "national-telephones": {
    title: "A shop can send telephones as national numbers, and a number of another country stays as it is",
    cites: ["B-61"],
    alone: { shop: { telephone: "national" } },

    async play({ order, buyer, gateway, succeed }) {
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
        await succeed(bought, attempt);
      }
    },
  },
} satisfies Record<string, Scenario>;
