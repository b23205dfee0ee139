import {
  Button,
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  Label,
  Textarea,
  toast,
  useMutation,
  useQueryClient,
} from "@vendure/dashboard";
import { useState } from "react";
import { type Decision, decide, type Item } from "./admin-api.ts";
import { decisionWords, meaningOf, useWords } from "./words.tsx";

interface Props {
  readonly orderId: string;
  readonly item: Item;
  readonly first: Decision;
  readonly possible: readonly Decision[];
  onClose(): void;
}

/** Asks for the decision and its ground. The server adds who decided. */
export function DecisionDialog({ orderId, item, first, possible, onClose }: Props) {
  const t = useWords();
  const client = useQueryClient();
  const [action, setAction] = useState(first);
  const [note, setNote] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      decide({ orderId, orderNumber: item.orderNumber, item: item.id, action, note: note.trim() }),
    onSuccess: async () => {
      toast.success(t("The decision stands in the timeline."));
      onClose();
      await client.invalidateQueries();
    },
    onError: (error: Error) => toast.error(t("Nothing was recorded."), { description: error.message }),
  });
  return (
    <Dialog open onOpenChange={(open: boolean) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t("Record a decision")}</DialogTitle>
          <DialogDescription>
            {t("It cannot be taken back, and stands in the timeline with your name.")}
          </DialogDescription>
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
          <div className="space-y-2">
            <Label htmlFor="pay-index-note">{t("On what ground?")}</Label>
            <Textarea
              id="pay-index-note"
              value={note}
              required
              maxLength={2000}
              placeholder={t("Transaction, statement, who was asked")}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button type="submit" disabled={isPending || note.trim() === ""}>
              {t("Record it")}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly kind: Item["kind"];
  readonly possible: readonly Decision[];
  readonly action: Decision;
  onChoose(decision: Decision): void;
}

function Choice({ kind, possible, action, onChoose }: ChoiceProps) {
  const t = useWords();
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">{t("Record a decision")}</legend>
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
            <span className="font-medium">{t(decisionWords[decision].title)}</span>
            <span className="block text-muted-foreground">{t(meaningOf(decision, kind))}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
