import { Label, Textarea } from "@medusajs/ui";
import { useWords } from "./words.ts";

interface Props {
  readonly note: string;
  onChange(note: string): void;
}

/** On what ground somebody decides. Not `required`, which Medusa's styles mark as an error before anybody has typed. */
export function NoteField({ note, onChange }: Props) {
  const { page } = useWords();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor="pay-index-note">{page.ground}</Label>
      <Textarea
        id="pay-index-note"
        value={note}
        aria-required
        maxLength={2000}
        rows={4}
        placeholder={page.groundExample}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
