import { type Variant, variants } from "@pay-index/core";
import { type CreateRefundResult, LanguageCode, PaymentMethodHandler, UserInputError } from "@vendure/core";
import { PendingRefundCreator } from "./refund/pending-refund-creator.ts";
import { localizedText } from "./translations.ts";

const variantLabels: Record<Variant, string> = {
  hosted: "Hosted checkout: the buyer pays on the gateway's page",
  link: "Payment link",
  apm: "Alternative payment method: a wallet, a bank, a voucher",
  card: "Card, entered in this shop (PCI DSS scope)",
  subscription: "Subscription by card, entered in this shop (PCI DSS scope)",
};

/** The message to staff who cancel a payment, or settle it again. */
const unsupportedOperation = {
  success: false as const,
  errorMessage: "The gateway's protocol has no way to do this. To give the money back, refund the payment.",
};

/** Displayed with each payment, where staff refund it. */
export const refundInstructions = {
  throughGateway:
    "Refund the payment here. The shop sends the refund to the gateway. It is settled when the gateway reports that the money went back.",
  byHand:
    "The gateway's protocol has no refund. Refund the payment here, give the money back in the gateway's back office, then settle the refund with the transaction number that you get there.",
} as const;

let refundRequests: PendingRefundCreator | undefined;

/**
 * The payment method of the admin: a variant, and its display. Keys are options of the plugin, because Vendure stores
 * and displays these arguments as plain text.
 *
 * Only a verified notification creates a Payment. So `addPaymentToOrder` ignores the client's data, and places only an
 * order that costs nothing.
 */
export const payIndexHandler = new PaymentMethodHandler({
  code: "pay-index",
  description: localizedText("pay_index gateway", "pay_index 支付网关"),
  args: {
    variant: {
      type: "string",
      defaultValue: "hosted",
      label: localizedText("Variant", "支付方式"),
      ui: {
        component: "select-form-input",
        options: variants.map((value) => ({
          value,
          label: [{ languageCode: LanguageCode.en, value: variantLabels[value] }],
        })),
      },
    },
    apmMethod: {
      type: "string",
      required: false,
      defaultValue: "",
      label: localizedText("Alternative payment method", "替代支付方式"),
      description: [
        {
          languageCode: LanguageCode.en,
          value: "As the gateway names it. Empty: the buyer chooses in the shop, or from the gateway's list.",
        },
      ],
    },
  },
  createPayment(_ctx, _order, amount) {
    if (amount > 0) throw new UserInputError("error.pay-index-use-start");
    // An order can have become cheaper than the amount that other methods paid: that amount stays.
    return { amount: 0, state: "Settled", metadata: {} };
  },
  settlePayment: () => unsupportedOperation,
  // Without this, Vendure would mark the payment as cancelled, and no money would move.
  cancelPayment: () => ({ ...unsupportedOperation, state: "Settled" }),
  init(injector) {
    refundRequests = injector.get(PendingRefundCreator);
  },
  async createRefund(ctx, _input, amount, order, payment) {
    const created = await refundRequests?.create(ctx, { amount, order, payment });
    // As without `createRefund`: the refund stays pending until staff settle it. Vendure's type lacks this case.
    return created as CreateRefundResult;
  },
});
