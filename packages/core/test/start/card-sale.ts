import { CardDetails } from "../../src/entries/protocol.ts";
import { money, type Sale } from "../../src/index.ts";
import { buyer } from "../fixtures/test-shop.ts";

const card = () => CardDetails.of({ number: "4242424242424242", month: "12", year: "2030", cvv: "123" });

export const cardSale = (reference = "order-1"): Sale => ({
  reference,
  variant: "card",
  amount: money(1999, "USD"),
  buyer,
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
  card: card(),
});
