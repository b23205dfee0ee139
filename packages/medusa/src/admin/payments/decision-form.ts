import { namesCycle } from "@pay-index/core/staff";
import { useState } from "react";
import type { Decided, Decision, Item } from "./admin-api.ts";
import { isCycle } from "./cycle-field.tsx";
import { type RefundField, type RefundTyped, wrongRefund } from "./refund-fields.tsx";
import { useWords, withValues } from "./words.ts";

export type Field = "cycle" | RefundField;

/** What is wrong, below the field that it is about. */
export interface FieldProblem {
  readonly field: Field;
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
    const field = refund === null ? undefined : wrongRefund(refund, typed);
    if (field === undefined) return undefined;
    const example = refund?.left ?? refund?.amount ?? "10.00";
    const text =
      field === "amount" ? withValues(page.refundAmountWrong, { example }) : page.refundReferenceMissing;
    return { field, text };
  }

  const named = { amount: typed.amount.trim(), reference: typed.reference.trim() };
  const decision: Decided = {
    action,
    note: note.trim(),
    ...(asksCycle ? { cycle: Number(cycle) } : {}),
    ...(refund !== null && named.reference !== "" ? { refund: named } : {}),
  };
  return {
    ...{ action, note, cycle, typed, problem, asksCycle, refund, decision, findProblem, setNote, setProblem },
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

/** Where a refusal of the server is displayed. Undefined: it is about no field of the form. */
export function fieldOf(message: string): Field | undefined {
  if (/^\s*cycle: /m.test(message)) return "cycle";
  if (/^\s*refund\.reference: /m.test(message)) return "reference";
  return /^\s*refund\b|decimal text/m.test(message) ? "amount" : undefined;
}
