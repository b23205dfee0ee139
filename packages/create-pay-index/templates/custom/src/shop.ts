import { randomBytes } from "node:crypto";
import { describeBuyerFieldProblems, isPayIndexError, money, type PayIndex } from "@pay-index/{{host}}";
import type { Shop } from "../storefront/pages.ts";
import { addOrder, findOrder } from "./orders.ts";
import { currency } from "./payments.ts";

/** The price is in whole cents. */
const product = { name: "Reading lamp", price: 4250 };

const priceText = (cents: number) => `${(cents / 100).toFixed(2)} ${currency}`;

type BuyerRequest = Parameters<PayIndex["start"]>[0]["request"];

export function createShop(pay: PayIndex): Shop<BuyerRequest> {
  return {
    async product() {
      return { name: product.name, price: priceText(product.price) };
    },

    async checkout(buyer, request) {
      const order = { id: randomBytes(5).toString("hex"), item: product.name, total: product.price };
      addOrder(order);
      try {
        return await pay.start({
          reference: order.id,
          variant: "hosted",
          amount: money(order.total, currency),
          buyer,
          items: [{ name: order.item, price: order.total, quantity: 1 }],
          request,
        });
      } catch (error) {
        const problem =
          isPayIndexError(error, "sale_invalid") && describeBuyerFieldProblems(error.problems, "en");
        if (!problem) throw error;
        return { problem };
      }
    },

    async findOrder(id) {
      const order = findOrder(id);
      if (order === undefined) return undefined;
      const { state } = await pay.status({ reference: order.id });
      return {
        order: { id: order.id, total: priceText(order.total), state: order.paid ? "paid" : "not paid" },
        payment: { state },
        placed: order.paid,
      };
    },
  };
}
