import type { CheckoutKey, RefundAnswer } from "@pay-index/conformance";
import { decimalsOf, type Money } from "@pay-index/core";
import { ThreeDecimalMoneyStrategy } from "../shop/open-vendure.mts";
import { StaffMember } from "../shop/staff-member.mts";

const findOrder = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) {
  items { payments { id } } } }`;
const refundOrder = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
  ... on Refund { state } ... on ErrorResult { message } } }`;

/** Staff refund a part of an order in Vendure's admin. */
export async function refundInAdmin(
  origin: string,
  { tenant, reference }: CheckoutKey,
  { minor, currency }: Money,
): Promise<RefundAnswer> {
  const staff = await StaffMember.signIn(origin);
  const channel: Record<string, string> = tenant === "default" ? {} : { "vendure-token": tenant };
  const { items } = await staff.ask(findOrder, { code: reference }, channel);
  const [{ payments }] = items;
  const { precision } = new ThreeDecimalMoneyStrategy();
  const amount = minor * 10 ** (precision - (decimalsOf(currency) ?? 0));
  const none = { lines: [], shipping: 0, adjustment: 0 };
  const input = { paymentId: payments[0].id, amount, reason: "Returned.", ...none };
  const asked = staff.ask(refundOrder, { input }, channel);
  // If the gateway refuses, the answer is an error.
  const { state, message } = await asked.catch((error: Error) => error as Error & { state: undefined });
  if (state === undefined) return { refused: message };
  return { state: state === "Settled" ? "succeeded" : "under-way" };
}
