import { englishStaffTexts, fillText, reviewItemTitle } from "@pay-index/core/staff";
import type { QueuedReviewItem, ReviewQueue } from "@pay-index/server/staff";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { BulkResult, ReviewBulkActions, useBulkAction } from "./bulk-actions.tsx";
import { GatewayAnswers, useGatewayQuery } from "./gateway-query.tsx";
import {
  Instant,
  Loaded,
  OrderSummary,
  Pager,
  SearchForm,
  searchPattern,
  useListAddress,
  usePaymentHref,
} from "./list-parts.tsx";
import { RowCheckbox, SelectableList, type Selection, useSelection } from "./selectable-list.tsx";
import { useStaff } from "./staff-provider.tsx";

/** The number of items on a page. */
const pageSize = 50;

const addressPatterns = {
  kind: new RegExp(`^(?:${Object.keys(englishStaffTexts.reviewItems).join("|")})$`),
  q: searchPattern,
  offset: /^[1-9]\d{0,5}$/,
};

type QueueAddress = ReturnType<typeof useListAddress<keyof typeof addressPatterns>>;

/** The open review items of all payments. Each item is resolved on the page of its payment. */
export function ReviewQueueScreen() {
  const { kit, client, words } = useStaff();
  const address = useListAddress(addressPatterns, "offset");
  const { kind, q, go } = address;
  const offset = Number(address.offset);
  const query = useQuery({
    queryKey: ["review-items", kind, q, offset],
    queryFn: ({ signal }) => client.reviewItems({ kind, q, offset, limit: pageSize }, signal),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  // The last page is empty if all of its items were resolved.
  const isBeyondEnd = data !== undefined && !isPlaceholderData && offset > 0 && offset >= data.count;
  useEffect(() => {
    if (isBeyondEnd) go({ offset: String(Math.max(0, offset - pageSize) || "") });
  });
  const { counts = {} } = data ?? {};
  const title = data === undefined ? words.page.title : `${words.page.title} (${countAll(counts)})`;
  return (
    <kit.Page
      title={title}
      testId="pay-index-queue"
      actions={<QueueFilter address={address} counts={counts} />}
    >
      <Loaded query={query}>
        {({ items, count }) => (
          <>
            <QueueRows items={items} isFiltered={address.isFiltered} />
            <QueuePager address={address} count={count} />
          </>
        )}
      </Loaded>
    </kit.Page>
  );
}

function countAll(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

interface QueueFilterProps extends Pick<ReviewQueue, "counts"> {
  readonly address: QueueAddress;
}

/** Filters by kind, and by a text that identifies an order or a buyer. */
function QueueFilter({ address: { q, kind, go }, counts }: QueueFilterProps) {
  const { kit, words } = useStaff();
  const { reviewItems, page } = words;
  const kinds = Object.entries(reviewItems).filter(([each]) => countOf(each, counts) > 0 || each === kind);
  return (
    <>
      <SearchForm text={q} placeholder={page.searchExample} onSearch={(text) => go({ q: text })} />
      <kit.Select
        id="pay-index-kind"
        label={page.show}
        value={kind}
        options={[
          { value: "", text: `${page.all} (${countAll(counts)})` },
          ...kinds.map(([value, { title }]) => ({ value, text: `${title} (${countOf(value, counts)})` })),
        ]}
        onChange={(value) => go({ kind: value })}
      />
    </>
  );
}

function countOf(kind: string, counts: Readonly<Record<string, number>>): number {
  return counts[kind] ?? 0;
}

interface QueuePagerProps {
  readonly address: QueueAddress;
  readonly count: number;
}

function QueuePager({ address, count }: QueuePagerProps) {
  const { words } = useStaff();
  const { page } = words;
  const offset = Number(address.offset);
  const [before, to] = [Math.max(0, offset - pageSize), Math.min(offset + pageSize, count)];
  const go = (next: number) => () => address.go({ offset: next === 0 ? "" : String(next) });
  return (
    <Pager
      label={page.title}
      range={fillText(page.range, { from: Math.min(offset + 1, count), to, count })}
      back={{ text: page.previous, go: offset === 0 ? undefined : go(before) }}
      forward={{ text: page.next, go: to >= count ? undefined : go(offset + pageSize) }}
    />
  );
}

interface QueueRowsProps extends Pick<ReviewQueue, "items"> {
  /** Whether a kind or a text limits the items. */
  readonly isFiltered: boolean;
}

function QueueRows({ items, isFiltered }: QueueRowsProps) {
  const { words, may } = useStaff();
  const { page } = words;
  const selection = useSelection(items, ({ id }) => id);
  // Only one summary is displayed: that of the last action.
  const bulk = useBulkAction(() => {
    selection.replace([]);
    query.reset();
  });
  const query = useGatewayQuery(() => {
    selection.replace([]);
    bulk.reset();
  });
  const selectable = may("resolve") ? selection : undefined;
  // Items of several kinds are not resolved together.
  const isOneKind = new Set(items.map((item) => item.kind)).size === 1;
  return (
    <SelectableList
      ids={isOneKind ? items.map(({ id }) => id) : []}
      selection={selectable}
      actions={<ReviewBulkActions chosen={selection.chosen} bulk={bulk} query={query} />}
      results={
        <>
          <BulkResult outcome={bulk.outcome} />
          <GatewayAnswers answers={query.answers} />
        </>
      }
      label={page.title}
      empty={isFiltered ? page.noMatches : page.noOpenItems}
    >
      {items.map((item) => (
        <QueueRow key={item.id} item={item} selection={selectable} />
      ))}
    </SelectableList>
  );
}

interface QueueRowProps {
  readonly item: QueuedReviewItem;
  /** Undefined if the person may not resolve items. */
  readonly selection: Selection<QueuedReviewItem> | undefined;
}

/** One item of the queue, with a link to the page where it is resolved. */
function QueueRow({ item, selection }: QueueRowProps) {
  const { kit, words } = useStaff();
  const { page } = words;
  const paymentHref = usePaymentHref();
  const title = reviewItemTitle(words, item);
  return (
    <kit.ListItem
      data={{ "data-kind": item.kind }}
      selection={
        selection && (
          <RowCheckbox
            id={item.id}
            name={`${title}, ${item.attemptId}`}
            selection={selection}
            isDisabled={selection.chosen.some(({ kind }) => kind !== item.kind)}
          />
        )
      }
    >
      <kit.Row isSpread>
        <kit.Link to={paymentHref(item)}>{title}</kit.Link>
        <kit.Text look="muted">
          <Instant at={item.createdAt} />
        </kit.Text>
      </kit.Row>
      <OrderSummary order={item.order} amount={item.amount} />
      <kit.Text>{item.evidence}</kit.Text>
      <kit.Text look="muted">
        {page.attemptId}: {item.attemptId}
      </kit.Text>
    </kit.ListItem>
  );
}
