import { fillText, type ResolveFormFieldName, requiresCycle, type StaffTexts } from "@pay-index/core/staff";
import type { PaymentReviewItem, ResolveRequest } from "@pay-index/server/staff";
import type { FormProblem } from "./use-action.ts";

export type OperatorAction = Exclude<ResolveRequest["action"], "retry">;

/** What staff typed to resolve an item. */
export interface ResolveInput {
  readonly action: OperatorAction;
  readonly note: string;
  readonly cycle: string;
  readonly amount: string;
  readonly reference: string;
}

type ResolvableItem = Pick<PaymentReviewItem, "id" | "kind" | "refundForm">;

/** The parts of the form that an action has. */
export function partsOf(
  { kind, refundForm }: ResolvableItem,
  action: OperatorAction,
): { readonly asksCycle: boolean; readonly refund: PaymentReviewItem["refundForm"] } {
  return {
    asksCycle: requiresCycle(kind, action),
    refund: action === "record-refund" ? refundForm : null,
  };
}

/** Returns the first problem. Undefined if the form is complete. The server checks it again. */
export function findResolveProblem(
  item: ResolvableItem,
  input: ResolveInput,
  { page }: StaffTexts,
): FormProblem<ResolveFormFieldName> | undefined {
  const { asksCycle, refund } = partsOf(item, input.action);
  if (asksCycle && !/^0*[1-9]\d{0,6}$/.test(input.cycle.trim()))
    return { field: "cycle", text: page.cycleMissing };
  const reference = input.reference.trim();
  if (refund !== null && (refund.isRequired || input.amount.trim() !== "" || reference !== "")) {
    const text = amountProblemText(refund, input.amount, page);
    if (text !== undefined) return { field: "amount", text };
    if (reference === "") return { field: "reference", text: page.refundReferenceMissing };
  }
  return input.note.trim() === "" ? { field: "note", text: page.reasonMissing } : undefined;
}

/** Returns the request of a complete form. */
export function toResolveRequest(item: ResolvableItem, input: ResolveInput): ResolveRequest {
  const { asksCycle, refund } = partsOf(item, input.action);
  const [amount, reference] = [input.amount.trim(), input.reference.trim()];
  return {
    ids: [item.id],
    action: input.action,
    note: input.note.trim(),
    ...(asksCycle && { cycle: Number(input.cycle) }),
    ...(refund !== null && reference !== "" && { refund: { amount, reference } }),
  };
}

/** What is known of an amount to refund, as decimal text. */
interface RefundableAmount {
  /** The suggested amount. */
  readonly amount: string | null;
  /** What is left to refund. Null: it is not known. */
  readonly left: string | null;
  readonly currency: string;
}

/** Returns what is wrong with an amount: a text such as `1,50`, too many decimals for the currency, zero, or more than is left. */
export function amountProblemText(
  refundable: RefundableAmount,
  typed: string,
  page: StaffTexts["page"],
): string | undefined {
  const { amount, left } = refundable;
  const [, fraction] = (left ?? amount ?? "0.000").split(".");
  const [whole, decimals = ""] = /^\d{1,15}(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || decimals.length > (fraction?.length ?? 0) || Number(whole) === 0)
    return fillText(page.refundAmountWrong, { example: left ?? amount ?? "10.00" });
  return left !== null && Number(whole) > Number(left) ? leftText(refundable, page) : undefined;
}

/** Returns the text about the amount that is left to refund. Undefined if it is not known. */
export function leftText({ left, currency }: RefundableAmount, page: StaffTexts["page"]): string | undefined {
  return left === null ? undefined : fillText(page.refundLeft, { amount: left, currency });
}
