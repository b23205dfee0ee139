import { Button, DialogFooter, Label, Textarea } from "@vendure/dashboard";
import { useWords } from "./words.tsx";

interface Props {
  readonly note: string;
  readonly isPending: boolean;
  onNote(note: string): void;
  onClose(): void;
}

/** The end of each form that records a decision: its ground, and the buttons. Without a ground nothing is recorded. */
export function NoteAndRecord({ note, isPending, onNote, onClose }: Props) {
  const { page } = useWords();
  return (
    <>
      <div className="space-y-2">
        <Label htmlFor="pay-index-note">{page.ground}</Label>
        <Textarea
          id="pay-index-note"
          value={note}
          required
          maxLength={2000}
          placeholder={page.groundExample}
          onChange={(event) => onNote(event.target.value)}
        />
      </div>
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          {page.cancel}
        </Button>
        <Button type="submit" disabled={isPending || note.trim() === ""}>
          {page.record}
        </Button>
      </DialogFooter>
    </>
  );
}
