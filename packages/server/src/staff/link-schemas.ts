import { z } from "@pay-index/core/adapter";
import { refundRequestSchema } from "./action-schemas.ts";

/*
 * The requests and answers of the staff API about payment links.
 */

const text = z.string();
const textOrNull = text.nullable();
const money = z.object({ amount: text, currency: text });

const paymentLink = z.object({
  linkId: text,
  /** `paid`: the payment is paid, approved or under review, by this link or in another way. */
  state: z.enum(["open", "paid", "ended", "withdrawn"]),
  /** The address for the buyer. It contains a token. */
  url: text,
  /** What was due when the link was made. */
  amount: money,
  createdAt: text,
  createdBy: text,
  endsAt: text,
  /** When a buyer first went on to the payment page. */
  openedAt: textOrNull,
  withdrawnAt: textOrNull,
  withdrawnBy: textOrNull,
  /** Whether a new link replaced it. */
  isReplaced: z.boolean(),
});
export type StaffPaymentLink = z.infer<typeof paymentLink>;

export const paymentLinkListSchema = z.object({
  reference: text,
  tenant: text,
  /** Newest first. */
  links: z.array(paymentLink),
  /** What a new link would ask for. Null: nothing is due, or the shop does not say. */
  due: money.nullable(),
  isAmountFree: z.boolean(),
  /** Whether the shop can send a link by its own e-mail. */
  canSend: z.boolean(),
});
export type PaymentLinkList = z.infer<typeof paymentLinkListSchema>;

/** Databases refuse a NUL. */
const plainText = z
  .string()
  .max(200)
  .refine((given) => !given.includes("\0"), "must not have a NUL character");
const linkKey = {
  reference: plainText.min(1, "must not be empty"),
  tenant: plainText.default("default"),
};

/** A new payment link. `amount`: only if the shop leaves it to staff. `replaces`: the open link that the person saw. */
export const createLinkRequestSchema = z.strictObject({
  ...linkKey,
  amount: refundRequestSchema.shape.amount.optional(),
  currency: z.string().trim().toUpperCase().max(3).default(""),
  endsAt: z.string().max(40),
  replaces: z.string().max(100).optional(),
});
export type CreateLinkRequest = z.input<typeof createLinkRequestSchema>;

/** Names a link, to withdraw it or to send it by the host's own e-mail. */
export const namedLinkRequestSchema = z.strictObject({ ...linkKey, linkId: plainText });
export type NamedLinkRequest = z.input<typeof namedLinkRequestSchema>;

export const paymentLinkResultSchema = z.object({ link: paymentLink });
