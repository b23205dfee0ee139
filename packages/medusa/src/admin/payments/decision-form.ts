import { fieldOfRefusal, namesCycle, type RefusedField } from "@pay-index/core/staff";
import { useState } from "react";
import type { Decided, Decision, Item } from "./admin-api.ts";
import { isCycle } from "./cycle-field.tsx";
import { leftText, type RefundTyped, wrongRefund } from "./refund-fields.tsx";
import { useWords, withValues } from "./words.ts";

/** What is wrong, below the field that it is about. */
export interface FieldProblem {
  readonly field: RefusedField;
  readonly text: string;
}

/** What somebody has typed about an item, and what is wrong with it. */
export function useDecisionForm(item: Item, first: Decision) {
  const { page } = useWords();
  const [action, setAction] = useState(first);
  const [note, setNote] = useState("");
  const [cycle, setCycle] = useState("");
  const [typed, setTyped] = useState<RefundTyped>({ amount: item.refund?.amount ?? "", reference: "" });
  const [problem, setProblem] = useState<FieldProblem>();
  const asksCycle = namesCycle(item.kind, action);
  const refund = action === "refunded" ? item.refund : null;

  /** Undefined where the form is complete. */
  function findProblem(): FieldProblem | undefined {
    if (asksCycle && !isCycle(cycle)) return { field: "cycle", text: page.cycleMissing };
    return (
      findRefundProblem() ?? (note.trim() === "" ? { field: "note", text: page.groundMissing } : undefined)
    );
  }

  function findRefundProblem(): FieldProblem | undefined {
    if (refund === null) return undefined;
    switch (wrongRefund(refund, typed)) {
      case "amount":
        return { field: "amount", text: withValues(page.refundAmountWrong, { example: exampleOf(refund) }) };
      case "limit":
        return { field: "amount", text: leftText(refund, page) ?? "" };
      case "reference":
        return { field: "reference", text: page.refundReferenceMissing };
      case undefined:
        return undefined;
    }
  }

  const named = { amount: typed.amount.trim(), reference: typed.reference.trim() };
  const decision: Decided = {
    action,
    note: note.trim(),
    ...(asksCycle ? { cycle: Number(cycle) } : {}),
    ...(refund !== null && named.reference !== "" ? { refund: named } : {}),
  };
  return {
    ...{ action, note, cycle, typed, problem, asksCycle, refund, decision, findProblem, setProblem },
    setNote: changing(setNote, setProblem),
    setAction: changing(setAction, setProblem),
    setCycle: changing(setCycle, setProblem),
    setTyped: changing(setTyped, setProblem),
  };
}

/** Whoever changes something has seen what was wrong. */
function changing<Value>(set: (value: Value) => void, forget: (problem: undefined) => void) {
  return (value: Value) => {
    set(value);
    forget(undefined);
  };
}

function exampleOf({ left, amount }: NonNullable<Item["refund"]>): string {
  return left ?? amount ?? "10.00";
}

/** The problem of one field. */
export function problemOf(problem: FieldProblem | undefined, field: RefusedField): string | undefined {
  return problem?.field === field ? problem.text : undefined;
}

/** A refusal of the server, at the field that it is about. Undefined: it is about no field of the form. */
export function problemOfRefusal(message: string): FieldProblem | undefined {
  const field = fieldOfRefusal(message);
  return field === undefined ? undefined : { field, text: message };
}
