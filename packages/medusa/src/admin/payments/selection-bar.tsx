import { Button, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import { fillText, useStaffTexts } from "./staff-texts.ts";

interface Props {
  /** How many items are selected. */
  readonly count: number;
  /** The buttons of the actions. */
  readonly children: ReactNode;
  onClear(): void;
}

/** The actions for the selected items. Empty if none is selected. */
export function SelectionBar({ count, children, onClear }: Props) {
  const { page } = useStaffTexts();
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-4" data-testid="pay-index-bulk">
      <Text size="small" weight="plus" role="status">
        {fillText(page.selected, { count })}
      </Text>
      {children}
      <Button size="small" variant="transparent" onClick={onClear}>
        {page.cancel}
      </Button>
    </div>
  );
}
