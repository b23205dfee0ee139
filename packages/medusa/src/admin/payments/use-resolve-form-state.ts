import { fieldOfErrorText, type ResolveFormFieldName, requiresCycle } from "@pay-index/core/staff";
import { useState } from "react";
import type { OperatorAction, OperatorActionRequestBody, ReviewItem } from "./admin-api.ts";
import { isCycleNumber } from "./cycle-number-field.tsx";
import {
  findInvalidRefundField,
  type RecordedRefundInput,
  refundableAmountText,
} from "./recorded-refund-fields.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";

/** A validation message and its field. */
export interface ResolveFormProblem {
  readonly field: ResolveFormFieldName;
  readonly text: string;
}

/** The state of the resolve form: its values and its problem. */
export function useResolveFormState(item: ReviewItem, first: OperatorAction) {
  const { page } = useStaffTexts();
  const [action, setAction] = useState(first);
  const [note, setNote] = useState("");
  const [cycle, setCycle] = useState("");
  const [typed, setTyped] = useState<RecordedRefundInput>({
    amount: item.refund?.amount ?? "",
    reference: "",
  });
  const [problem, setProblem] = useState<ResolveFormProblem>();
  const asksCycle = requiresCycle(item.kind, action);
  const refund = action === "record-refund" ? item.refund : null;

  /** Returns the first problem. Undefined if the form is complete. */
  function findProblem(): ResolveFormProblem | undefined {
    if (asksCycle && !isCycleNumber(cycle)) return { field: "cycle", text: page.cycleMissing };
    return (
      findRefundProblem() ?? (note.trim() === "" ? { field: "note", text: page.reasonMissing } : undefined)
    );
  }

  function findRefundProblem(): ResolveFormProblem | undefined {
    if (refund === null) return undefined;
    switch (findInvalidRefundField(refund, typed)) {
      case "amount":
        return { field: "amount", text: fillText(page.refundAmountWrong, { example: exampleOf(refund) }) };
      case "limit":
        return { field: "amount", text: refundableAmountText(refund, page) ?? "" };
      case "reference":
        return { field: "reference", text: page.refundReferenceMissing };
      case undefined:
        return undefined;
    }
  }

  const named = { amount: typed.amount.trim(), reference: typed.reference.trim() };
  const body: OperatorActionRequestBody = {
    action,
    note: note.trim(),
    ...(asksCycle ? { cycle: Number(cycle) } : {}),
    ...(refund !== null && named.reference !== "" ? { refund: named } : {}),
  };
  return {
    ...{ action, note, cycle, typed, problem, asksCycle, refund, body, findProblem, setProblem },
    setNote: clearingProblem(setNote, setProblem),
    setAction: clearingProblem(setAction, setProblem),
    setCycle: clearingProblem(setCycle, setProblem),
    setTyped: clearingProblem(setTyped, setProblem),
  };
}

/** A change removes the displayed problem. */
function clearingProblem<Value>(set: (value: Value) => void, forget: (problem: undefined) => void) {
  return (value: Value) => {
    set(value);
    forget(undefined);
  };
}

function exampleOf({ left, amount }: NonNullable<ReviewItem["refund"]>): string {
  return left ?? amount ?? "10.00";
}

/** The problem of one field. */
export function fieldProblemText(
  problem: ResolveFormProblem | undefined,
  field: ResolveFormFieldName,
): string | undefined {
  return problem?.field === field ? problem.text : undefined;
}

/** Returns a refusal of the server as a problem of its field. Undefined if it is about no field. */
export function toResolveFormProblem(message: string): ResolveFormProblem | undefined {
  const field = fieldOfErrorText(message);
  return field === undefined ? undefined : { field, text: message };
}
