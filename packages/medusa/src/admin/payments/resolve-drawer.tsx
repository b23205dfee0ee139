import { RadioGroup, toast } from "@medusajs/ui";
import { actionMeaning, type ResolveFormFieldName } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type OperatorAction, type ReviewItem, resolveReviewItem } from "./admin-api.ts";
import { CycleNumberField } from "./cycle-number-field.tsx";
import { NoteField, noteFieldId } from "./note-field.tsx";
import { OperatorActionDrawerLayout } from "./operator-action-drawer-layout.tsx";
import { RecordedRefundFields } from "./recorded-refund-fields.tsx";
import { useStaffTexts } from "./staff-texts.ts";
import {
  fieldProblemText,
  type ResolveFormProblem,
  toResolveFormProblem,
  useResolveFormState,
} from "./use-resolve-form-state.ts";

interface Props {
  readonly item: ReviewItem;
  readonly first: OperatorAction;
  readonly possible: readonly OperatorAction[];
  onClose(): void;
}

/** Asks for the action and its reason. The server adds the operator. */
export function ResolveDrawer({ item, first, possible, onClose }: Props) {
  const { page } = useStaffTexts();
  const client = useQueryClient();
  const form = useResolveFormState(item, first);
  const { action, refund, note, problem } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () => resolveReviewItem(item.id, form.body),
    onSuccess: async () => {
      toast.success(page.recorded);
      onClose();
      await client.invalidateQueries();
    },
    onError: ({ message }) => {
      const found = toResolveFormProblem(message);
      if (found === undefined) toast.error(page.notRecorded, { description: message });
      else report(found);
      // The item can have changed since the page was loaded.
      void client.invalidateQueries();
    },
  });

  function report(found: ResolveFormProblem) {
    form.setProblem(found);
    document.getElementById(inputIds[found.field])?.focus();
  }

  function submit() {
    const found = form.findProblem();
    if (found === undefined) mutate();
    else report(found);
  }

  return (
    <OperatorActionDrawerLayout
      title={page.recordAction}
      isPending={isPending}
      onRecord={submit}
      onClose={onClose}
    >
      <OperatorActionChoice kind={item.kind} possible={possible} action={action} onChoose={form.setAction} />
      {form.asksCycle && (
        <CycleNumberField
          cycle={form.cycle}
          problem={fieldProblemText(problem, "cycle")}
          onChange={form.setCycle}
        />
      )}
      {refund !== null && (
        <RecordedRefundFields
          refund={refund}
          typed={form.typed}
          problems={{
            amount: fieldProblemText(problem, "amount"),
            reference: fieldProblemText(problem, "reference"),
          }}
          onChange={form.setTyped}
        />
      )}
      <NoteField note={note} problem={fieldProblemText(problem, "note")} onChange={form.setNote} />
    </OperatorActionDrawerLayout>
  );
}

const inputIds = {
  cycle: "pay-index-cycle",
  amount: "pay-index-refund-amount",
  reference: "pay-index-refund-reference",
  note: noteFieldId,
} as const satisfies Record<ResolveFormFieldName, string>;

interface OperatorActionChoiceProps {
  readonly kind: ReviewItem["kind"];
  readonly possible: readonly OperatorAction[];
  readonly action: OperatorAction;
  onChoose(action: OperatorAction): void;
}

function OperatorActionChoice({ kind, possible, action, onChoose }: OperatorActionChoiceProps) {
  const words = useStaffTexts();
  return (
    <RadioGroup
      aria-label={words.page.recordAction}
      value={action}
      onValueChange={(value) => onChoose(possible.find((each) => each === value) ?? action)}
    >
      {possible.map((each) => (
        <RadioGroup.ChoiceBox
          key={each}
          value={each}
          label={words.actions[each].title}
          description={actionMeaning(words, each, kind)}
        />
      ))}
    </RadioGroup>
  );
}
