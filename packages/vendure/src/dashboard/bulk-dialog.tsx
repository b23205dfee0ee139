import { meaningOf } from "@pay-index/core/staff";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  toast,
  useMutation,
} from "@vendure/dashboard";
import { useState } from "react";
import { type Decision, type Kind, saidBy } from "./admin-api.ts";
import { NoteAndRecord } from "./note-and-record.tsx";
import { decideItems, type Outcome } from "./queue-api.ts";
import { fill, inCore, useWords } from "./words.tsx";

interface Props {
  readonly kind: Kind;
  readonly action: Exclude<Decision, "REFUNDED">;
  readonly ids: readonly string[];
  onOutcomes(outcomes: readonly Outcome[]): Promise<void>;
  onClose(): void;
}

/** Asks for the ground of one decision about several review items. */
export function BulkDialog({ kind, action, ids, onOutcomes, onClose }: Props) {
  const words = useWords();
  const { page, decisions } = words;
  const [note, setNote] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: () => decideItems({ ids, action, note: note.trim() }),
    onSuccess: onOutcomes,
    onError: (error: Error) => toast.error(page.notRecorded, { description: saidBy(error) }),
  });
  return (
    <Dialog open onOpenChange={(open: boolean) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>
            {decisions[inCore(action)].button}: {fill(page.selected, { count: ids.length })}
          </DialogTitle>
          <DialogDescription>
            {meaningOf(words, inCore(action), inCore(kind))} {page.forGood}
          </DialogDescription>
        </DialogHeader>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            mutate();
          }}
        >
          <NoteAndRecord note={note} isPending={isPending} onNote={setNote} onClose={onClose} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
