import { type Variant, variants } from "@pay-index/core";
import { LanguageCode, PaymentMethodHandler, UserInputError } from "@vendure/core";

const variantLabels: Record<Variant, string> = {
  hosted: "Hosted checkout: the buyer pays on the gateway's page",
  link: "Payment link",
  apm: "Alternative payment method: a wallet, a bank, a voucher",
  card: "Card, entered in this shop (PCI DSS scope)",
  subscription: "Subscription by card, entered in this shop (PCI DSS scope)",
};

function localizedTexts(english: string, chinese: string) {
  const { en, zh, zh_Hans } = LanguageCode;
  return [
    { languageCode: en, value: english },
    ...[zh, zh_Hans].map((languageCode) => ({ languageCode, value: chinese })),
  ];
}

/** What staff hear who want to cancel a payment, or to settle it once more. */
const unsupportedOperation = {
  success: false as const,
  errorMessage: "The gateway's protocol has no way to do this. To give the money back, refund the payment.",
};

/** Stands with each payment, where staff refund it. */
export const refundInstructions =
  "The gateway's protocol has no refund. Refund the payment here, give the money back in the gateway's back office, then settle the refund with the transaction number that you get there.";

/**
 * What a payment method in the admin chooses: a variant, and how it is shown. Keys are options of the plugin, because these
 * arguments are stored and shown in plain text.
 *
 * A Payment is made by a verified notification alone, so what a client hands to `addPaymentToOrder` is not looked at, and only an
 * order that costs nothing is placed by it.
 */
export const payIndexHandler = new PaymentMethodHandler({
  code: "pay-index",
  description: localizedTexts("pay_index gateway", "pay_index 支付网关"),
  args: {
    variant: {
      type: "string",
      defaultValue: "hosted",
      label: localizedTexts("Variant", "支付方式"),
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
      label: localizedTexts("Alternative payment method", "替代支付方式"),
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
    // An order may have become cheaper than what was paid by other methods: that is kept, and nothing is taken off it.
    return { amount: 0, state: "Settled", metadata: {} };
  },
  settlePayment: () => unsupportedOperation,
  // Without this Vendure would call the payment cancelled, and the money would stay where it is.
  cancelPayment: () => ({ ...unsupportedOperation, state: "Settled" }),
  // Without createRefund a refund is pending until a person settles it.
});
