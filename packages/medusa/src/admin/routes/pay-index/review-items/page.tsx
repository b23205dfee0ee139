import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, Heading } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchReviewQueue, type ReviewQueueItem } from "../../../payments/admin-api.ts";
import { BulkResultSummary } from "../../../payments/bulk-result-summary.tsx";
import { GatewayQueryResultSummary } from "../../../payments/gateway-query-result-summary.tsx";
import { ReviewBulkActions } from "../../../payments/review-bulk-actions.tsx";
import { ReviewQueueFilterControls } from "../../../payments/review-queue-filter-controls.tsx";
import { ReviewQueuePagination } from "../../../payments/review-queue-pagination.tsx";
import { reviewQueuePageSize, useReviewQueueParams } from "../../../payments/review-queue-params.ts";
import { ReviewQueueRow } from "../../../payments/review-queue-row.tsx";
import { SelectAll } from "../../../payments/select-all.tsx";
import { translationNamespace, useStaffTexts } from "../../../payments/staff-texts.ts";
import { StatusMessage } from "../../../payments/status-message.tsx";
import { useBulkAction } from "../../../payments/use-bulk-action.ts";
import { useGatewayQuery } from "../../../payments/use-gateway-query.ts";
import { useSelection } from "../../../payments/use-selection.ts";

/** The open review items of all orders and carts. Each item is resolved on the page of its order or cart. */
export default function ReviewQueue() {
  const { page } = useStaffTexts();
  const address = useReviewQueueParams();
  const { kind, q, offset } = address;
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "items", kind, q, offset],
    queryFn: () => fetchReviewQueue({ kind, q, limit: reviewQueuePageSize, offset }),
    placeholderData: keepPreviousData,
  });
  const all = Object.values(data?.counts ?? {}).reduce((sum, each) => sum + each, 0);
  return (
    <Container className="divide-y p-0" data-testid="pay-index-queue">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading>
          {page.title}
          {data !== undefined && ` (${all})`}
        </Heading>
        <ReviewQueueFilterControls address={address} counts={data?.counts ?? {}} />
      </div>
      {isError && <StatusMessage role="alert" text={page.loadFailed} />}
      {isPending && <StatusMessage role="status" text={page.loading} />}
      {data !== undefined && !isError && (
        <ReviewQueueList items={data.items} isFiltered={kind !== undefined || q !== ""} />
      )}
      {data !== undefined && !isError && <ReviewQueuePagination address={address} count={data.count} />}
    </Container>
  );
}

interface FoundProps {
  readonly items: readonly ReviewQueueItem[];
  /** Whether a kind or a text limits the items. */
  readonly isFiltered: boolean;
}

function ReviewQueueList({ items, isFiltered }: FoundProps) {
  const { page } = useStaffTexts();
  const selection = useSelection(items, ({ id }) => id);
  const { chosen } = selection;
  // Only one summary is displayed: that of the last action.
  const bulk = useBulkAction(chosen, () => {
    selection.clear();
    query.reset();
  });
  const query = useGatewayQuery(() => {
    selection.clear();
    bulk.reset();
  });
  const kind = chosen[0]?.kind;
  // Items of several kinds are not resolved together.
  const isOneKind = new Set(items.map((item) => item.kind)).size === 1;
  const ids = isOneKind ? items.map(({ id }) => id) : [];
  return (
    <>
      <SelectAll ids={ids} chosen={chosen.length} onSelect={selection.replace} />
      <ReviewBulkActions chosen={chosen} bulk={bulk} query={query} />
      <BulkResultSummary outcome={bulk.outcome} />
      <GatewayQueryResultSummary answers={query.answers} />
      {items.length === 0 ? (
        <StatusMessage role="status" text={isFiltered ? page.noMatches : page.noOpenItems} />
      ) : (
        <ol className="divide-y" aria-label={page.title}>
          {items.map((item) => (
            <ReviewQueueRow
              key={item.id}
              item={item}
              isChosen={selection.has(item.id)}
              isOtherKind={kind !== undefined && item.kind !== kind}
              onChoose={(isChosen) => selection.choose(item.id, isChosen)}
            />
          ))}
        </ol>
      )}
    </>
  );
}

function Breadcrumb() {
  const { t } = useTranslation(translationNamespace);
  return <>{t("page.title")}</>;
}

export const config = defineRouteConfig({
  label: "page.title",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Breadcrumb /> };
