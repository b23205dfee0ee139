import { Button, DialogFooter, Label, Textarea } from "@vendure/dashboard";
import { useState } from "react";
import { FieldProblemMessage } from "./field-problem-message.tsx";
import { useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly note: string;
  readonly isPending: boolean;
  /** The server's message about the note. */
  readonly problem?: string | undefined;
  onNote(note: string): void;
  onClose(): void;
}

const noteId = "pay-index-note";

/** The end of each form that records an action: the reason, and the buttons. The reason is required. */
export function NoteAndSubmit({ note, isPending, problem, onNote, onClose }: Props) {
  const { page } = useStaffTexts();
  const [isRefused, setRefused] = useState(false);
  const message = isRefused ? page.reasonMissing : problem;
  return (
    <>
      <div className="space-y-2">
        <Label htmlFor={noteId}>{page.reason}</Label>
        <Textarea
          id={noteId}
          value={note}
          required
          aria-invalid={message !== undefined}
          aria-describedby={`${noteId}-message`}
          maxLength={2000}
          placeholder={page.reasonExample}
          onChange={({ currentTarget }) => {
            // The browser accepts blanks for `required`.
            currentTarget.setCustomValidity(currentTarget.value.trim() === "" ? page.reasonMissing : "");
            setRefused(false);
            onNote(currentTarget.value);
          }}
          onInvalid={(event) => {
            // The browser's own message can be in another language than the dashboard.
            event.preventDefault();
            setRefused(true);
          }}
        />
        <FieldProblemMessage id={`${noteId}-message`} text={message} />
      </div>
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          {page.cancel}
        </Button>
        <Button type="submit" disabled={isPending}>
          {page.record}
        </Button>
      </DialogFooter>
    </>
  );
}
