import { Button } from "@vendure/dashboard";
import { AttemptBulkActions } from "./attempt-bulk-actions.tsx";
import { AttemptRow } from "./attempt-row.tsx";
import { useCanCallGateway } from "./gateway-query-api.ts";
import type { PaginatedAttempts } from "./overview-api.ts";
import { useStaffTexts } from "./staff-texts.tsx";
import { useSelection } from "./use-selection.ts";

interface RowsProps {
  readonly attempts: PaginatedAttempts;
  /** Whether a group or a text limits the attempts. */
  readonly isFiltered: boolean;
  readonly isFirst: boolean;
  onNewest(): void;
  onOlder(next: string): void;
}

/** One page of attempts. */
export function AttemptRows({
  attempts: { items, next },
  isFiltered,
  isFirst,
  onNewest,
  onOlder,
}: RowsProps) {
  const { attemptList } = useStaffTexts();
  const selection = useSelection();
  const selected = items.filter(({ attemptId }) => selection.has(attemptId));
  const canSelect = useCanCallGateway("PAYMENT_QUERY");
  if (items.length === 0)
    return <p role="status">{isFiltered ? attemptList.noMatches : attemptList.noAttempts}</p>;
  return (
    <>
      <AttemptBulkActions selected={selected} onDone={selection.clear} />
      <ol className="divide-y rounded-md border" aria-label={attemptList.title}>
        {items.map((each) => (
          <AttemptRow
            key={each.attemptId}
            {...each}
            isSelected={canSelect ? selection.has(each.attemptId) : undefined}
            onSelect={(isSelected) => selection.select(each.attemptId, isSelected)}
          />
        ))}
      </ol>
      <nav className="flex flex-wrap justify-end gap-2" aria-label={attemptList.title}>
        <Button type="button" size="sm" variant="outline" disabled={isFirst} onClick={onNewest}>
          {attemptList.newest}
        </Button>
        <Button
          type="button"
          size="sm"
          variant="outline"
          disabled={next === null}
          onClick={() => next !== null && onOlder(next)}
        >
          {attemptList.older}
        </Button>
      </nav>
    </>
  );
}
