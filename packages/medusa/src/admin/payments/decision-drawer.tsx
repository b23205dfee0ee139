import { RadioGroup, toast } from "@medusajs/ui";
import { isItemOutdated, meaningOf, type RefusedField } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Decision, decide, type Item } from "./admin-api.ts";
import { CycleField } from "./cycle-field.tsx";
import { type FieldProblem, problemOf, problemOfRefusal, useDecisionForm } from "./decision-form.ts";
import { DecisionFrame } from "./decision-frame.tsx";
import { NoteField, noteId } from "./note-field.tsx";
import { RefundFields } from "./refund-fields.tsx";
import { useWords } from "./words.ts";

interface Props {
  readonly item: Item;
  readonly first: Decision;
  readonly possible: readonly Decision[];
  onClose(): void;
}

/** Asks for the decision and its ground. The server adds who decided. */
export function DecisionDrawer({ item, first, possible, onClose }: Props) {
  const { page } = useWords();
  const client = useQueryClient();
  const form = useDecisionForm(item, first);
  const { action, refund, note, problem } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () => decide(item.id, form.decision),
    onSuccess: async () => {
      toast.success(page.recorded);
      onClose();
      await client.invalidateQueries();
    },
    onError: ({ message }) => {
      const found = problemOfRefusal(message);
      if (found === undefined) toast.error(page.notRecorded, { description: message });
      else report(found);
      if (isItemOutdated(message)) void client.invalidateQueries();
    },
  });

  function report(found: FieldProblem) {
    form.setProblem(found);
    document.getElementById(inputIds[found.field])?.focus();
  }

  function submit() {
    const found = form.findProblem();
    if (found === undefined) mutate();
    else report(found);
  }

  return (
    <DecisionFrame title={page.decide} isPending={isPending} onRecord={submit} onClose={onClose}>
      <Choice kind={item.kind} possible={possible} action={action} onChoose={form.setAction} />
      {form.asksCycle && (
        <CycleField cycle={form.cycle} problem={problemOf(problem, "cycle")} onChange={form.setCycle} />
      )}
      {refund !== null && (
        <RefundFields
          refund={refund}
          typed={form.typed}
          problems={{ amount: problemOf(problem, "amount"), reference: problemOf(problem, "reference") }}
          onChange={form.setTyped}
        />
      )}
      <NoteField note={note} problem={problemOf(problem, "note")} onChange={form.setNote} />
    </DecisionFrame>
  );
}

const inputIds = {
  cycle: "pay-index-cycle",
  amount: "pay-index-refund-amount",
  reference: "pay-index-refund-reference",
  note: noteId,
} as const satisfies Record<RefusedField, string>;

interface ChoiceProps {
  readonly kind: Item["kind"];
  readonly possible: readonly Decision[];
  readonly action: Decision;
  onChoose(decision: Decision): void;
}

function Choice({ kind, possible, action, onChoose }: ChoiceProps) {
  const words = useWords();
  return (
    <RadioGroup
      aria-label={words.page.decide}
      value={action}
      onValueChange={(value) => onChoose(possible.find((each) => each === value) ?? action)}
    >
      {possible.map((decision) => (
        <RadioGroup.ChoiceBox
          key={decision}
          value={decision}
          label={words.decisions[decision].title}
          description={meaningOf(words, decision, kind)}
        />
      ))}
    </RadioGroup>
  );
}
