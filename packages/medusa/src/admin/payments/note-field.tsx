import { Label, Textarea } from "@medusajs/ui";
import { FieldMessages } from "./field-messages.tsx";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly note: string;
  /** Why this one was not taken. */
  readonly problem: string | undefined;
  onChange(note: string): void;
}

export const noteId = "pay-index-note";

/** On what ground somebody decides. Not `required`, which Medusa's styles mark as an error before anybody has typed. */
export function NoteField({ note, problem, onChange }: Props) {
  const { page } = useStaffTexts();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={noteId}>{page.reason}</Label>
      <Textarea
        id={noteId}
        value={note}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={`${noteId}-said`}
        maxLength={2000}
        rows={4}
        placeholder={page.reasonExample}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldMessages id={`${noteId}-said`} problem={problem} />
    </div>
  );
}
