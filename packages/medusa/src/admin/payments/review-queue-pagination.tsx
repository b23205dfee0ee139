import { Button, Text } from "@medusajs/ui";
import { type ReviewQueueParams, reviewQueuePageSize } from "./review-queue-params.ts";
import { fillText, useStaffTexts } from "./staff-texts.ts";

/** Displays which items the page has, and links to the other pages. Empty if there is only one page. */
export function ReviewQueuePagination({
  address,
  count,
}: Readonly<{ address: ReviewQueueParams; count: number }>) {
  const { page } = useStaffTexts();
  const { offset, go } = address;
  if (count <= reviewQueuePageSize && offset === 0) return null;
  const to = Math.min(offset + reviewQueuePageSize, count);
  return (
    <nav className="flex flex-wrap items-center justify-between gap-2 px-6 py-4" aria-label={page.title}>
      <Text size="small" className="text-ui-fg-subtle">
        {fillText(page.range, { from: Math.min(offset + 1, count), to, count })}
      </Text>
      <div className="flex gap-2">
        <Button
          size="small"
          variant="secondary"
          disabled={offset === 0}
          onClick={() => go({ offset: Math.max(0, offset - reviewQueuePageSize) })}
        >
          {page.previous}
        </Button>
        <Button
          size="small"
          variant="secondary"
          disabled={to >= count}
          onClick={() => go({ offset: offset + reviewQueuePageSize })}
        >
          {page.next}
        </Button>
      </div>
    </nav>
  );
}
