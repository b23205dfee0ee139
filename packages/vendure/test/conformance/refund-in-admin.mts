import type { Checkout, RefundAnswer } from "@pay-index/conformance";
import { decimalsOf, type Money } from "@pay-index/core";
import { ThreeDecimalMoneyStrategy } from "../shop/open-vendure.mts";
import { StaffMember } from "../shop/staff-member.mts";

const findOrder = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) {
  items { id payments { id } } } }`;
const refundOrder = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) {
  ... on Refund { state } ... on ErrorResult { message } } }`;
const readHistory = `query ($id: ID!) { order(id: $id) { history(options: { sort: { createdAt: DESC } }) {
  items { type data } } } }`;

/** Staff refund a part of an order in Vendure's admin. */
export async function refundInAdmin(
  origin: string,
  { tenant, reference }: Checkout,
  { minor, currency }: Money,
): Promise<RefundAnswer> {
  const staff = await StaffMember.signIn(origin);
  const channel: Record<string, string> = tenant === "default" ? {} : { "vendure-token": tenant };
  const { items } = await staff.ask(findOrder, { code: reference }, channel);
  const [{ id, payments }] = items;
  const { precision } = new ThreeDecimalMoneyStrategy();
  const amount = minor * 10 ** (precision - (decimalsOf(currency) ?? 0));
  const none = { lines: [], shipping: 0, adjustment: 0 };
  const input = { paymentId: payments[0].id, amount, reason: "Returned.", ...none };
  const { state, message } = await staff.ask(refundOrder, { input }, channel);
  if (state === "Pending") return { state: "under-way" };
  if (state === "Settled") return { state: "succeeded" };
  if (state === undefined) return { refused: message };
  const { history } = await staff.ask(readHistory, { id }, channel);
  const note = history.items.find(({ type }: { type: string }) => type === "ORDER_NOTE");
  return { refused: note.data.note };
}
