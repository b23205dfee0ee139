import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, Heading } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type QueueItem, queue } from "../../payments/admin-api.ts";
import { BulkBar } from "../../payments/bulk-bar.tsx";
import { BulkResult } from "../../payments/bulk-result.tsx";
import { pageSize, useQueueAddress } from "../../payments/queue-address.ts";
import { QueueFilter } from "../../payments/queue-filter.tsx";
import { QueuePages } from "../../payments/queue-pages.tsx";
import { QueueRow } from "../../payments/queue-row.tsx";
import { Said } from "../../payments/said.tsx";
import { SelectAll } from "../../payments/select-all.tsx";
import { useBulk } from "../../payments/use-bulk.ts";
import { namespace, useWords } from "../../payments/words.ts";

/** Everything that waits for a person, over all orders and carts. What to do about one item is on the page of its order or cart. */
export default function ItemQueue() {
  const { page } = useWords();
  const address = useQueueAddress();
  const { kind, q, offset } = address;
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "items", kind, q, offset],
    queryFn: () => queue({ kind, q, limit: pageSize, offset }),
    placeholderData: keepPreviousData,
  });
  const all = Object.values(data?.counts ?? {}).reduce((sum, each) => sum + each, 0);
  return (
    <Container className="divide-y p-0" data-testid="pay-index-queue">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading>
          {page.items}
          {data !== undefined && ` (${all})`}
        </Heading>
        <QueueFilter address={address} counts={data?.counts ?? {}} />
      </div>
      {isError && <Said role="alert" text={page.unreadable} />}
      {isPending && <Said role="status" text={page.loading} />}
      {data !== undefined && !isError && (
        <Found items={data.items} isFiltered={kind !== undefined || q !== ""} />
      )}
      {data !== undefined && !isError && <QueuePages address={address} count={data.count} />}
    </Container>
  );
}

interface FoundProps {
  readonly items: readonly QueueItem[];
  /** Whether a kind or a text limits the items. */
  readonly isFiltered: boolean;
}

function Found({ items, isFiltered }: FoundProps) {
  const { page } = useWords();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter(({ id }) => ids.has(id));
  const bulk = useBulk(chosen, () => setIds(new Set()));
  const [first] = chosen;
  const kind = first?.kind;
  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen.map((each) => each.id));
    if (isChosen) next.add(id);
    else next.delete(id);
    setIds(next);
  }
  return (
    <>
      <SelectAll items={items} chosen={chosen.length} onSelect={setIds} />
      <BulkBar chosen={chosen} bulk={bulk} />
      <BulkResult outcome={bulk.outcome} />
      {items.length === 0 ? (
        <Said role="status" text={isFiltered ? page.nothingFound : page.nothingWaits} />
      ) : (
        <ol className="divide-y" aria-label={page.items}>
          {items.map((item) => (
            <QueueRow
              key={item.id}
              item={item}
              isChosen={ids.has(item.id)}
              isOtherKind={kind !== undefined && item.kind !== kind}
              onChoose={(isChosen) => choose(item.id, isChosen)}
            />
          ))}
        </ol>
      )}
    </>
  );
}

function Crumb() {
  const { t } = useTranslation(namespace);
  return <>{t("page.items")}</>;
}

export const config = defineRouteConfig({
  label: "page.items",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Crumb /> };
