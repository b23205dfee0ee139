import {
  FullWidthPageBlock,
  Page,
  PageLayout,
  PageTitle,
  usePermissions,
  useQuery,
} from "@vendure/dashboard";
import { useState } from "react";
import type { Kind } from "./admin-api.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { type Queue, queue } from "./queue-api.ts";
import { QueueFilter } from "./queue-filter.tsx";
import { QueuePages } from "./queue-pages.tsx";
import { QueueRow } from "./queue-row.tsx";
import { useWords } from "./words.tsx";

const take = 20;

/** Everything that waits for a person, over all orders. What to do about one stands on the order's page. */
export function ItemQueue() {
  const { page } = useWords();
  const [kind, setKind] = useState<Kind>();
  const [search, setSearch] = useState("");
  const [skip, setSkip] = useState(0);
  const { data, isError } = useQuery({
    queryKey: ["pay-index", "items", { kind, search, skip }],
    queryFn: () => queue({ kind, search, skip, take }),
    // While another page is read, this one stays.
    placeholderData: (before: Queue | undefined) => before,
  });
  // What was resolved may have been all of the last page.
  if (data !== undefined && skip > 0 && skip >= data.totalItems) setSkip(Math.max(0, skip - take));
  return (
    <Page pageId="pay-index-items">
      <PageTitle>{page.items}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId="pay-index-items">
          <div className="space-y-4" data-testid="pay-index-items">
            <QueueFilter
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
            {isError && <p role="alert">{page.unreadable}</p>}
            {!isError && data === undefined && <p className="text-muted-foreground">{page.loading}</p>}
            {!isError && data !== undefined && (
              <Found
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

interface FoundProps {
  readonly queue: Queue;
  /** Whether a kind or a text limits the items. */
  readonly isFiltered: boolean;
  readonly skip: number;
  onSkip(skip: number): void;
}

function Found({ queue: { items, totalItems }, isFiltered, skip, onSkip }: FoundProps) {
  const { page } = useWords();
  const { hasPermissions } = usePermissions();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ item }) => ids.has(item.id));
  const kind = selected[0]?.item.kind;
  const maySelect = hasPermissions(["UpdatePayIndexPayment"]);
  const select = (id: string, isSelected: boolean) =>
    setIds((before) => new Set(isSelected ? [...before, id] : [...before].filter((each) => each !== id)));
  return (
    <>
      <BulkActions kind={kind} selected={selected} onDone={() => setIds(new Set())} />
      {totalItems === 0 && <p role="status">{isFiltered ? page.nothingFound : page.nothingWaits}</p>}
      {totalItems > 0 && (
        <>
          <ol className="divide-y rounded-md border" aria-label={page.items}>
            {items.map((each) => (
              <QueueRow
                key={each.item.id}
                {...each}
                selection={
                  maySelect
                    ? {
                        isSelected: ids.has(each.item.id),
                        isPossible: (kind ?? each.item.kind) === each.item.kind,
                      }
                    : undefined
                }
                onSelect={(isSelected) => select(each.item.id, isSelected)}
              />
            ))}
          </ol>
          <QueuePages skip={skip} take={take} totalItems={totalItems} onSkip={onSkip} />
        </>
      )}
    </>
  );
}
