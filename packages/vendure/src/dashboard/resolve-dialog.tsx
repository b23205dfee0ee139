import {
  actionMeaning,
  fieldOfErrorText,
  type ResolveFormFieldName,
  requiresCycle,
} from "@pay-index/core/staff";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  toast,
  useMutation,
  useQueryClient,
} from "@vendure/dashboard";
import { useState } from "react";
import {
  errorText,
  type OperatorAction,
  type RecordedRefundInput,
  type RefundFormDefaults,
  type ReviewItem,
  resolveReviewItem,
} from "./admin-api.ts";
import { CycleNumberField } from "./cycle-number-field.tsx";
import { NoteAndSubmit } from "./note-and-submit.tsx";
import { RecordedRefundFields } from "./recorded-refund-fields.tsx";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly orderId: string;
  readonly item: ReviewItem;
  /** The defaults of the fields for a refund. Null if no refund is recorded for the item. */
  readonly defaults: RefundFormDefaults | null;
  readonly first: OperatorAction;
  readonly possible: readonly OperatorAction[];
  onClose(): void;
}

/** Asks for the action and its reason. The server adds the operator. */
export function ResolveDialog({ orderId, item, defaults, first, possible, onClose }: Props) {
  const { page } = useStaffTexts();
  const client = useQueryClient();
  const [action, setAction] = useState(first);
  const [note, setNote] = useState("");
  const [cycle, setCycle] = useState("");
  const [problem, setProblem] = useState<{ readonly field: ResolveFormFieldName; readonly text: string }>();
  const [refund, setRefund] = useState<RecordedRefundInput>({
    amount: defaults?.amount ?? "",
    currencyCode: defaults?.currencyCode ?? "",
    reference: "",
  });
  const problemOf = (field: ResolveFormFieldName) => (problem?.field === field ? problem.text : undefined);
  const asksRefund = action === "RECORD_REFUND";
  const asksCycle = requiresCycle(toCoreName(item.kind), toCoreName(action));
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const about = { ...(asksCycle && { cycle: Number(cycle) }), ...(asksRefund && { refund }) };
      const { id, attemptId } = item;
      return resolveReviewItem({ orderId, attemptId, reviewItemId: id, action, note: note.trim(), ...about });
    },
    onSuccess: async () => {
      toast.success(page.recorded);
      onClose();
      await client.invalidateQueries();
    },
    onError: (error: Error) => {
      const text = errorText(error);
      const field = fieldOfErrorText(text);
      if (field !== undefined) setProblem({ field, text });
      else toast.error(page.notRecorded, { description: text });
      // The item can have changed since the page was loaded.
      void client.invalidateQueries();
    },
  });
  return (
    <Dialog open onOpenChange={(open: boolean) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{page.recordAction}</DialogTitle>
          <DialogDescription>{page.permanent}</DialogDescription>
        </DialogHeader>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            // The page behind the dialog is a form as well.
            event.preventDefault();
            event.stopPropagation();
            mutate();
          }}
        >
          <OperatorActionChoice kind={item.kind} possible={possible} action={action} onChoose={setAction} />
          {asksCycle && (
            <CycleNumberField
              cycle={cycle}
              problem={problemOf("cycle")}
              onChange={(named) => {
                setCycle(named);
                setProblem(undefined);
              }}
              onProblem={(text) => setProblem({ field: "cycle", text })}
            />
          )}
          {asksRefund && (
            <RecordedRefundFields
              refund={refund}
              problem={problemOf}
              onChange={(named) => {
                setRefund(named);
                setProblem(undefined);
              }}
            />
          )}
          <NoteAndSubmit
            note={note}
            isPending={isPending}
            problem={problemOf("note")}
            onNote={setNote}
            onClose={onClose}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface OperatorActionChoiceProps {
  readonly kind: ReviewItem["kind"];
  readonly possible: readonly OperatorAction[];
  readonly action: OperatorAction;
  onChoose(action: OperatorAction): void;
}

function OperatorActionChoice({ kind, possible, action, onChoose }: OperatorActionChoiceProps) {
  const words = useStaffTexts();
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{words.page.recordAction}</legend>
      {possible.map((each) => (
        <label key={each} className="flex items-start gap-2 text-sm">
          <input
            type="radio"
            name="pay-index-action"
            className="mt-1"
            value={each}
            checked={each === action}
            onChange={() => onChoose(each)}
          />
          <span>
            <span className="font-medium">{words.actions[toCoreName(each)].title}</span>
            <span className="block text-muted-foreground">
              {actionMeaning(words, toCoreName(each), toCoreName(kind))}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
