import {
  LanguageCode,
  PaymentMethodHandler,
  PaymentMethodService,
  PromotionService,
  ShippingMethodService,
} from "@vendure/core";
import { createContext } from "./catalog-and-orders.mts";
import type { Vendure } from "./open-vendure.mts";

const named = (name: string) => [{ languageCode: LanguageCode.en, name, description: "" }];

/** Pays five dollars of whatever it is asked for. */
export const voucherHandler = new PaymentMethodHandler({
  code: "voucher",
  description: [{ languageCode: LanguageCode.en, value: "Voucher" }],
  args: {},
  createPayment: () => ({ amount: 500, state: "Settled" as const, metadata: {} }),
  settlePayment: () => ({ success: true as const }),
});

/** Offers the payment method of that handler, which the shop must have. */
export async function enableVoucherPayment(app: Vendure): Promise<void> {
  await app.get(PaymentMethodService).create(await createContext(app), {
    code: "voucher",
    enabled: true,
    handler: { code: "voucher", arguments: [] },
    translations: named("Voucher"),
  });
}

interface Coupon {
  readonly code: string;
  /** What it takes off the order. One of 0 leaves the price what it was. */
  readonly percent: number;
  readonly usageLimit?: number;
}

export async function createCoupon(app: Vendure, { code, percent, ...limits }: Coupon): Promise<void> {
  const value = String(percent);
  await app.get(PromotionService).createPromotion(await createContext(app), {
    enabled: true,
    couponCode: code,
    conditions: [],
    actions: [{ code: "order_percentage_discount", arguments: [{ name: "discount", value }] }],
    translations: named(code),
    ...limits,
  });
}

/** @param rate in Vendure's integers */
export async function createShippingMethod(app: Vendure, rate: number): Promise<void> {
  await app.get(ShippingMethodService).create(await createContext(app), {
    code: "post",
    fulfillmentHandler: "manual-fulfillment",
    checker: {
      code: "default-shipping-eligibility-checker",
      arguments: [{ name: "orderMinimum", value: "0" }],
    },
    calculator: {
      code: "default-shipping-calculator",
      arguments: [
        { name: "rate", value: String(rate) },
        { name: "includesTax", value: "auto" },
        { name: "taxRate", value: "0" },
      ],
    },
    translations: named("Post"),
  });
}
