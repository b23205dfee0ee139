import { Button } from "@vendure/dashboard";
import { fillText, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly skip: number;
  readonly take: number;
  readonly totalItems: number;
  onSkip(skip: number): void;
}

/** Displays which items the page has, and links to the other pages. */
export function ReviewQueuePagination({ skip, take, totalItems, onSkip }: Props) {
  const { page } = useStaffTexts();
  const to = Math.min(skip + take, totalItems);
  return (
    <nav className="flex flex-wrap items-center justify-end gap-2 text-sm" aria-label={page.title}>
      <span className="text-muted-foreground" role="status">
        {fillText(page.range, { from: skip + 1, to, count: totalItems })}
      </span>
      <Button
        type="button"
        size="sm"
        variant="outline"
        disabled={skip === 0}
        onClick={() => onSkip(Math.max(0, skip - take))}
      >
        {page.previous}
      </Button>
      <Button
        type="button"
        size="sm"
        variant="outline"
        disabled={to >= totalItems}
        onClick={() => onSkip(skip + take)}
      >
        {page.next}
      </Button>
    </nav>
  );
}
