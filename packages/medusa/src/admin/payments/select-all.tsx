import { Checkbox, Label } from "@medusajs/ui";
import type { ReviewQueueItem } from "./admin-api.ts";
import { fillText, useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly items: readonly ReviewQueueItem[];
  /** How many of them are selected. */
  readonly chosen: number;
  onSelect(ids: ReadonlySet<string>): void;
}

/**
 * Selects all items of a page, or none. Only for pages whose items are of one kind, because others are not resolved
 * together.
 */
export function SelectAll({ items, chosen, onSelect }: Props) {
  const { page } = useStaffTexts();
  const kinds = new Set(items.map(({ kind }) => kind));
  if (kinds.size !== 1 || items.length < 2) return null;
  const isSome = chosen > 0 && chosen < items.length;
  return (
    <div className="flex items-center gap-x-3 px-6 py-4">
      <Checkbox
        id="pay-index-all"
        checked={isSome ? "indeterminate" : chosen > 0}
        onCheckedChange={(checked) => onSelect(new Set(checked === true ? items.map(({ id }) => id) : []))}
      />
      <Label htmlFor="pay-index-all" size="small">
        {fillText(page.selectAll, { count: items.length })}
      </Label>
    </div>
  );
}
