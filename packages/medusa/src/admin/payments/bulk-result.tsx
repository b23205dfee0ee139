import { Text } from "@medusajs/ui";
import { retryText, titleOf } from "@pay-index/core/staff";
import type { BulkOutcome } from "./use-bulk.ts";
import { useWords, withValues } from "./words.ts";

/** What became of items that were resolved together: how many are done, and why each other one is still open. */
export function BulkResult({ outcome }: Readonly<{ outcome: BulkOutcome | undefined }>) {
  const words = useWords();
  const { page } = words;
  if (outcome === undefined) return null;
  const { done, left } = outcome;
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4" role="status" data-testid="pay-index-bulk-result">
      <Text size="small" weight="plus">
        {withValues(page.bulkDone, { count: done })}
        {left.length > 0 && ` · ${withValues(page.bulkLeft, { count: left.length })}`}
      </Text>
      {left.length > 0 && (
        <ul className="flex flex-col gap-y-1">
          {left.map(({ id, item, ...result }) => (
            <li key={id}>
              <Text size="small" className="whitespace-pre-line break-words">
                {item && `${titleOf(words, item)}, ${item.order_number}: `}
                {result.outcome === "failed" && result.problem !== null
                  ? result.problem
                  : retryText(words, result)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
