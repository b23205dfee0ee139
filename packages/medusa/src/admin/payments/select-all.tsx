import { Checkbox, Label } from "@medusajs/ui";
import { fillText, useStaffTexts } from "./staff-texts.ts";

interface Props {
  /** The ids of all items of the page. */
  readonly ids: readonly string[];
  /** How many of them are selected. */
  readonly chosen: number;
  onSelect(ids: readonly string[]): void;
}

/** Selects all items of a page, or none. Empty if the page has fewer than two. */
export function SelectAll({ ids, chosen, onSelect }: Props) {
  const { page } = useStaffTexts();
  if (ids.length < 2) return null;
  const isSome = chosen > 0 && chosen < ids.length;
  return (
    <div className="flex items-center gap-x-3 px-6 py-4">
      <Checkbox
        id="pay-index-all"
        checked={isSome ? "indeterminate" : chosen > 0}
        onCheckedChange={(checked) => onSelect(checked === true ? ids : [])}
      />
      <Label htmlFor="pay-index-all" size="small">
        {fillText(page.selectAll, { count: ids.length })}
      </Label>
    </div>
  );
}
