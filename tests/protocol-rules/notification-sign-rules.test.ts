import { createSandbox, type QuirkProfile } from "@pay-index/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { verifyNotification } from "../../packages/core/src/protocol/notification/verify-notification.ts";
import { type SignRule, signRules } from "../../packages/core/src/protocol/signature/notification-sign.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import { minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import { createForm, merchants, openShop, postForm } from "./sale-form-helpers.ts";

/** The profile of the sandbox that signs by each rule of core. A total map: a new rule needs a profile. */
const profileOf: Readonly<Record<SignRule, QuirkProfile>> = {
  received: "none",
  "received-attach": "attach_signed",
  "received-zero": "zero_signed",
  "received-attach-zero": "attach_and_zero_signed",
  // The closing notification has no other field.
  fields: "recorded",
  "fields-attach": "attach_signed",
  "fields-zero": "zero_signed",
  "fields-attach-zero": "attach_and_zero_signed",
  nine: "nine_field_sign",
};

/** Sells and closes a subscription. Returns the closing notification, which has an `enabled` of `0`. */
async function closeSubscription(quirks: QuirkProfile): Promise<ReadonlyMap<string, string>> {
  const { url: notifyUrl, forms } = await openShop("/notify");
  const sandbox = await createSandbox({ port: 0, jitter: { min: 0, max: 0 }, quirks });
  onTestFinished(() => sandbox.close());
  const form = createForm(minimalSales.subscription, { notifyUrl });
  const orderId = form.pay_orderid ?? "";
  expect(await postForm(sandbox.url, form)).toMatchObject({ status: 0 });
  await sandbox.nextDelivery(orderId);
  await sandbox.closeOrder(orderId);
  await sandbox.nextDelivery(orderId);
  return forms[1] ?? new Map();
}

test.each(signRules)(
  "core verifies what the sandbox signs by %s (NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE)",
  async (rule) => {
    const { id, key } = merchants.subscription;
    const fields = await closeSubscription(profileOf[rule]);
    expect(fields.get("enabled")).toBe("0");
    const verify = (rules: readonly SignRule[]) =>
      verifyNotification(
        { fields },
        {
          merchantId: id,
          attemptId: fields.get("orderid") ?? "",
          keys: { current: new Secret(key), previous: [] },
          rules,
        },
      );
    expect(verify([rule]).verdict).toMatchObject({ rule });
    expect(verify([rule]).verdict.signed.has("enabled")).toBe(rule.endsWith("-zero"));
    const attach = fields.get("attach") ?? "";
    for (const other of signRules) {
      // Without an attach, the rules with and without it sign the same text, and so do those of all and of known fields.
      const textOf = (each: SignRule) =>
        each.replace("fields", "received").replace(attach === "" ? "-attach" : "", "");
      const isSameText = textOf(other) === textOf(rule);
      if (isSameText || other === rule) continue;
      expect(() => verify([other]), other).toThrow(/does not match any key/);
    }
  },
);
