import {
  fieldOfRefusal,
  isItemOutdated,
  meaningOf,
  namesCycle,
  type RefusedField,
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
import { type Decision, decide, type Item, type RefundTold, saidBy } from "./admin-api.ts";
import { CycleField } from "./cycle-field.tsx";
import { NoteAndRecord } from "./note-and-record.tsx";
import { RefundFields } from "./refund-fields.tsx";
import { inCore, useWords } from "./words.tsx";

interface Props {
  readonly orderId: string;
  /** Of the attempt that the item is about. */
  readonly currency: string;
  readonly amount: string;
  readonly item: Item;
  readonly first: Decision;
  readonly possible: readonly Decision[];
  onClose(): void;
}

/** Asks for the decision and its ground. The server adds who decided. */
export function DecisionDialog({ orderId, currency, amount, item, first, possible, onClose }: Props) {
  const { page } = useWords();
  const client = useQueryClient();
  const [action, setAction] = useState(first);
  const [note, setNote] = useState("");
  const [cycle, setCycle] = useState("");
  const [problem, setProblem] = useState<{ readonly field: RefusedField; readonly text: string }>();
  const [refund, setRefund] = useState<RefundTold>({
    amount: isWhole(item.kind) ? amount : "",
    currencyCode: currency,
    reference: "",
  });
  const problemOf = (field: RefusedField) => (problem?.field === field ? problem.text : undefined);
  const asksRefund = action === "REFUNDED";
  const asksCycle = namesCycle(inCore(item.kind), inCore(action));
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const about = { ...(asksCycle && { cycle: Number(cycle) }), ...(asksRefund && { refund }) };
      const { id, orderNumber } = item;
      return decide({ orderId, orderNumber, item: id, action, note: note.trim(), ...about });
    },
    onSuccess: async () => {
      toast.success(page.recorded);
      onClose();
      await client.invalidateQueries();
    },
    onError: (error: Error) => {
      const text = saidBy(error);
      const field = fieldOfRefusal(text);
      if (field !== undefined) setProblem({ field, text });
      else toast.error(page.notRecorded, { description: text });
      if (isItemOutdated(text)) void client.invalidateQueries();
    },
  });
  return (
    <Dialog open onOpenChange={(open: boolean) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{page.decide}</DialogTitle>
          <DialogDescription>{page.forGood}</DialogDescription>
        </DialogHeader>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            // The page below is a form as well.
            event.preventDefault();
            event.stopPropagation();
            mutate();
          }}
        >
          <Choice kind={item.kind} possible={possible} action={action} onChoose={setAction} />
          {asksCycle && (
            <CycleField
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
            <RefundFields
              refund={refund}
              problem={problemOf}
              onChange={(named) => {
                setRefund(named);
                setProblem(undefined);
              }}
            />
          )}
          <NoteAndRecord
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

/** Whether an item of this kind is about the whole charge of its attempt. */
function isWhole(kind: Item["kind"]): boolean {
  return kind === "PAID" || kind === "PAID_TWICE";
}

interface ChoiceProps {
  readonly kind: Item["kind"];
  readonly possible: readonly Decision[];
  readonly action: Decision;
  onChoose(decision: Decision): void;
}

function Choice({ kind, possible, action, onChoose }: ChoiceProps) {
  const words = useWords();
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{words.page.decide}</legend>
      {possible.map((decision) => (
        <label key={decision} className="flex items-start gap-2 text-sm">
          <input
            type="radio"
            name="pay-index-decision"
            className="mt-1"
            value={decision}
            checked={decision === action}
            onChange={() => onChoose(decision)}
          />
          <span>
            <span className="font-medium">{words.decisions[inCore(decision)].title}</span>
            <span className="block text-muted-foreground">
              {meaningOf(words, inCore(decision), inCore(kind))}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
