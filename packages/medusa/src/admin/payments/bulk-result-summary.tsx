import { Text } from "@medusajs/ui";
import { retryResultText, reviewItemTitle } from "@pay-index/core/staff";
import { fillText, useStaffTexts } from "./staff-texts.ts";
import type { BulkActionOutcome } from "./use-bulk-action.ts";

/** Displays the results of a bulk action: how many items are resolved, and why the others are still open. */
export function BulkResultSummary({ outcome }: Readonly<{ outcome: BulkActionOutcome | undefined }>) {
  const words = useStaffTexts();
  const { page } = words;
  if (outcome === undefined) return null;
  const { done, left } = outcome;
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4" role="status" data-testid="pay-index-bulk-result">
      <Text size="small" weight="plus">
        {fillText(page.bulkDone, { count: done })}
        {left.length > 0 && ` · ${fillText(page.bulkOpen, { count: left.length })}`}
      </Text>
      {left.length > 0 && (
        <ul className="flex flex-col gap-y-1">
          {left.map(({ id, item, ...result }) => (
            <li key={id}>
              <Text size="small" className="whitespace-pre-line break-words">
                {item &&
                  `${reviewItemTitle(words, { ...item, problemCode: item.problem_code })}, ${item.attempt_id}: `}
                {result.outcome === "failed" && result.problem !== null
                  ? result.problem
                  : retryResultText(words, result)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
