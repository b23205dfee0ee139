import {
  FullWidthPageBlock,
  Page,
  PageLayout,
  PageTitle,
  usePermissions,
  useQuery,
} from "@vendure/dashboard";
import { useState } from "react";
import { ReviewBulkActions } from "./review-bulk-actions.tsx";
import type { ReviewKind } from "./review-kinds.ts";
import { fetchReviewQueue, type PaginatedReviewItems } from "./review-queue-api.ts";
import { ReviewQueueFilterControls } from "./review-queue-filter-controls.tsx";
import { ReviewQueuePagination } from "./review-queue-pagination.tsx";
import { ReviewQueueRow } from "./review-queue-row.tsx";
import { useStaffTexts } from "./staff-texts.tsx";
import { useSelection } from "./use-selection.ts";

const pageSize = 20;

/** The open review items of all orders. Each item is resolved on the page of its order. */
export function ReviewQueue() {
  const { page } = useStaffTexts();
  const [kind, setKind] = useState<ReviewKind>();
  const [search, setSearch] = useState("");
  const [skip, setSkip] = useState(0);
  const { data, isError } = useQuery({
    queryKey: ["pay-index", "items", { kind, search, skip }],
    queryFn: () => fetchReviewQueue({ kind, search, skip, take: pageSize }),
    // The current page stays while the next one is loading.
    placeholderData: (before: PaginatedReviewItems | undefined) => before,
  });
  // The last page is empty if all of its items were resolved.
  if (data !== undefined && skip > 0 && skip >= data.totalItems) setSkip(Math.max(0, skip - pageSize));
  return (
    <Page pageId="pay-index-items">
      <PageTitle>{page.title}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId="pay-index-items">
          <div className="space-y-4" data-testid="pay-index-items">
            <ReviewQueueFilterControls
              kind={kind}
              counts={data?.counts ?? []}
              onKind={(chosen) => {
                setKind(chosen);
                setSkip(0);
              }}
              onSearch={(text) => {
                if (text === search) return;
                setSearch(text);
                setSkip(0);
              }}
            />
            {isError && <p role="alert">{page.loadFailed}</p>}
            {!isError && data === undefined && <p className="text-muted-foreground">{page.loading}</p>}
            {!isError && data !== undefined && (
              <ReviewQueueList
                key={`${kind} ${search} ${skip}`}
                queue={data}
                isFiltered={kind !== undefined || search !== ""}
                skip={skip}
                onSkip={setSkip}
              />
            )}
          </div>
        </FullWidthPageBlock>
      </PageLayout>
    </Page>
  );
}

interface ReviewQueueListProps {
  readonly queue: PaginatedReviewItems;
  /** Whether a kind or a text limits the items. */
  readonly isFiltered: boolean;
  readonly skip: number;
  onSkip(skip: number): void;
}

function ReviewQueueList({ queue: { items, totalItems }, isFiltered, skip, onSkip }: ReviewQueueListProps) {
  const { page } = useStaffTexts();
  const { hasPermissions } = usePermissions();
  const selection = useSelection();
  const selected = items.filter(({ item }) => selection.has(item.id));
  const kind = selected[0]?.item.kind;
  const maySelect = hasPermissions(["UpdatePayIndexPayment"]);
  return (
    <>
      <ReviewBulkActions kind={kind} selected={selected} onDone={selection.clear} />
      {totalItems === 0 && <p role="status">{isFiltered ? page.noMatches : page.noOpenItems}</p>}
      {totalItems > 0 && (
        <>
          <ol className="divide-y rounded-md border" aria-label={page.title}>
            {items.map((each) => (
              <ReviewQueueRow
                key={each.item.id}
                {...each}
                selection={
                  maySelect
                    ? {
                        isSelected: selection.has(each.item.id),
                        isPossible: (kind ?? each.item.kind) === each.item.kind,
                      }
                    : undefined
                }
                onSelect={(isSelected) => selection.select(each.item.id, isSelected)}
              />
            ))}
          </ol>
          <ReviewQueuePagination skip={skip} take={pageSize} totalItems={totalItems} onSkip={onSkip} />
        </>
      )}
    </>
  );
}
