import type { PaymentState } from "@pay-index/core";

export interface OrderStateTexts {
  readonly title: string;
  readonly says: string;
  readonly tone: "good" | "bad" | "";
  /** The action for the buyer. */
  readonly offer?: "pay" | "retry";
  /** Whether the state changes soon, so that the page checks again: with its script, or if the buyer wants it. */
  readonly looksAgain?: true;
}

/** The texts of a payment state for a buyer. No text says "paid" before a verified notification. */
export const orderStateTexts: Readonly<Record<PaymentState, OrderStateTexts>> = {
  none: { title: "Not paid yet", says: "Your order is saved. You can pay it now.", tone: "", offer: "pay" },
  created: { title: "One moment", says: "Your payment is being started.", tone: "", looksAgain: true },
  pending: {
    title: "Waiting for your payment",
    says: "The payment is not confirmed yet. If you have paid, please do not pay again. If you left the payment page, you can go on with it.",
    tone: "",
    offer: "pay",
    looksAgain: true,
  },
  approved: {
    title: "Nearly there",
    says: "The payment was approved. We are waiting for the final confirmation.",
    tone: "",
    looksAgain: true,
  },
  review: {
    title: "We are looking into it",
    says: "Something about this payment does not match. Please do not pay again; we will write to you.",
    tone: "bad",
  },
  paid: { title: "Paid", says: "Your order is paid and on its way to our packers.", tone: "good" },
  failed: {
    title: "The payment did not work",
    says: "The payment did not go through. Your order is saved with all its items.",
    tone: "bad",
    offer: "retry",
  },
  closed: {
    title: "The payment was closed",
    says: "Your order is saved with all its items.",
    tone: "bad",
    offer: "retry",
  },
  refunded: {
    title: "The payment was refunded",
    says: "We could not place your order and refunded the payment. You can pay again.",
    tone: "bad",
    offer: "retry",
  },
};
