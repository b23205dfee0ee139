import { type PayIndexPluginOptions, type Variant } from "@pay-index/vendure";
import { LanguageCode, PaymentMethodEligibilityChecker, PaymentMethodService } from "@vendure/core";
import type { TestDatabase } from "../../conformance/test-database.mts";
import { createContext } from "../catalog-and-orders.mts";
import { enableVoucherPayment, voucherHandler } from "../promotions.mts";
import { northId, openTestShop, type TestShop } from "../test-shop.mts";

/** What the shop's own functions do at the moment. */
interface OwnFunctions {
  changeItem: NonNullable<PayIndexPluginOptions["changeItem"]>;
  /** What the eligibility checker of the method "members" answers. */
  checkMember: () => boolean | string;
}

export const defaultFunctions: OwnFunctions = {
  changeItem: (item) => item,
  checkMember: () => "For members only.",
};
export const ownFunctions: OwnFunctions = { ...defaultFunctions };

const membersOnlyChecker = new PaymentMethodEligibilityChecker({
  code: "members-only",
  description: [{ languageCode: LanguageCode.en, value: "Members only" }],
  args: {},
  check: () => ownFunctions.checkMember(),
});

/** How a payment method names that checker. */
export const membersOnly = { code: membersOnlyChecker.code, arguments: [] as [] };

const merchant = (id: string, variant: Variant, tenant = "default") => ({
  ...{ id, key: `sandbox-${variant}-key`, variants: [variant], tenant },
});

/** Opens a shop that sells with three variants, with a voucher, and in two channels. Nobody sells in "elsewhere". */
export async function openOrderTestShop(place: TestDatabase): Promise<TestShop> {
  const shop = await openTestShop({
    place,
    channels: ["north", "elsewhere"],
    plugin: {
      merchants: [
        merchant("10001", "card"),
        merchant("10002", "hosted"),
        merchant("10004", "subscription"),
        merchant("10002", "hosted", northId),
      ],
      minimumAmounts: { EUR: 2000 },
      changeItem: (item, about) => ownFunctions.changeItem(item, about),
    },
    changes: {
      paymentOptions: {
        paymentMethodHandlers: [voucherHandler],
        paymentMethodEligibilityCheckers: [membersOnlyChecker],
      },
    },
  });
  await enableVoucherPayment(shop.app);
  await createMethod(shop, { code: "off", enabled: false });
  await createMethod(shop, { code: "members", checker: membersOnly });
  await createMethod(shop, { code: "odd", variant: "cash" });
  return shop;
}

interface NewMethod {
  readonly code: string;
  readonly enabled?: boolean;
  readonly variant?: string;
  readonly checker?: { code: string; arguments: [] };
}

export async function createMethod(
  { app }: TestShop,
  { code, enabled = true, variant = "hosted", ...more }: NewMethod,
) {
  const translations = [{ languageCode: LanguageCode.en, name: code, description: "" }];
  const handler = { code: "pay-index", arguments: [{ name: "variant", value: variant }] };
  const method = { code, enabled, handler, translations, ...more };
  return app.get(PaymentMethodService).create(await createContext(app), method);
}
