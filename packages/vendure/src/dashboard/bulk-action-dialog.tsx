import { actionMeaning } from "@pay-index/core/staff";
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
import { errorText, type OperatorAction } from "./admin-api.ts";
import { NoteAndSubmit } from "./note-and-submit.tsx";
import type { ReviewKind } from "./review-kinds.ts";
import { type BulkItemOutcome, resolveReviewItems } from "./review-queue-api.ts";
import { fillText, toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly kind: ReviewKind;
  readonly action: Exclude<OperatorAction, "RECORD_REFUND">;
  readonly ids: readonly string[];
  onOutcomes(outcomes: readonly BulkItemOutcome[]): Promise<void>;
  onClose(): void;
}

/** Asks for the reason of one action for several review items. */
export function BulkActionDialog({ kind, action, ids, onOutcomes, onClose }: Props) {
  const words = useStaffTexts();
  const { page, actions } = words;
  const [note, setNote] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: () => resolveReviewItems({ ids, action, note: note.trim() }),
    onSuccess: onOutcomes,
    onError: (error: Error) => toast.error(page.notRecorded, { description: errorText(error) }),
  });
  return (
    <Dialog open onOpenChange={(open: boolean) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>
            {actions[toCoreName(action)].button}: {fillText(page.selected, { count: ids.length })}
          </DialogTitle>
          <DialogDescription>
            {actionMeaning(words, toCoreName(action), toCoreName(kind))} {page.permanent}
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
          <NoteAndSubmit note={note} isPending={isPending} onNote={setNote} onClose={onClose} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
