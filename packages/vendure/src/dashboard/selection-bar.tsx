import type { ReactNode } from "react";
import { fillText, useStaffTexts } from "./staff-texts.tsx";

/** The number of selected rows, and the actions for them. */
export function SelectionBar({ count, children }: Readonly<{ count: number; children: ReactNode }>) {
  const { page } = useStaffTexts();
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border p-2" data-testid="pay-index-bulk">
      <span className="text-sm font-medium" role="status">
        {fillText(page.selected, { count })}
      </span>
      {children}
    </div>
  );
}

/** Why an action for several rows did not succeed for some of them. */
export function BulkActionProblems({ problems }: Readonly<{ problems: readonly string[] }>) {
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="border-l-2 border-destructive pl-2 text-sm wrap-anywhere">
      <ul className="space-y-1">
        {problems.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}
