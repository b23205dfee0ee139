import { Checkbox } from "@vendure/dashboard";
import { useStaffTexts } from "./staff-texts.tsx";

interface Props {
  /** What is selected. */
  readonly name: string;
  readonly isSelected: boolean;
  readonly isPossible?: boolean;
  onSelect(isSelected: boolean): void;
}

/** Selects a row of a list for the actions above the list. */
export function SelectCheckbox({ name, isSelected, isPossible = true, onSelect }: Props) {
  const { page } = useStaffTexts();
  return (
    <Checkbox
      className="mt-0.5"
      aria-label={`${page.select}: ${name}`}
      checked={isSelected}
      disabled={!isPossible}
      onCheckedChange={onSelect}
    />
  );
}
