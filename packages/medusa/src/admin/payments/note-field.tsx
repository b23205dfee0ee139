import { Label, Textarea } from "@medusajs/ui";
import { FieldHintAndProblem } from "./field-hint-and-problem.tsx";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly note: string;
  /** The validation message. */
  readonly problem: string | undefined;
  onChange(note: string): void;
}

export const noteFieldId = "pay-index-note";

/**
 * The field for the operator's reason. It has no attribute `required`, because Medusa's styles would display it as
 * invalid at once.
 */
export function NoteField({ note, problem, onChange }: Props) {
  const { page } = useStaffTexts();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={noteFieldId}>{page.reason}</Label>
      <Textarea
        id={noteFieldId}
        value={note}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={`${noteFieldId}-message`}
        maxLength={2000}
        rows={4}
        placeholder={page.reasonExample}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldHintAndProblem id={`${noteFieldId}-message`} problem={problem} />
    </div>
  );
}
