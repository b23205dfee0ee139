import { titleOf } from "@pay-index/core/staff";
import {
  FullWidthPageBlock,
  Label,
  Link,
  NativeSelect,
  NativeSelectOption,
  Page,
  PageLayout,
  PageTitle,
  useLocalFormat,
  useQuery,
} from "@vendure/dashboard";
import { useState } from "react";
import { type Kind, kinds, type QueueItem, queue } from "./admin-api.ts";
import { inCore, useWords } from "./words.tsx";

/** Everything that waits for a person, over all orders. What to do about it stands on the order's page. */
export function ItemQueue() {
  const { items, page } = useWords();
  const [kind, setKind] = useState<Kind>();
  return (
    <Page pageId="pay-index-items">
      <PageTitle>{page.items}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId="pay-index-items">
          <div className="space-y-4" data-testid="pay-index-items">
            <div className="flex flex-wrap items-center gap-2">
              <Label htmlFor="pay-index-kind">{page.show}</Label>
              <NativeSelect
                id="pay-index-kind"
                value={kind ?? ""}
                onChange={(event) => setKind(kinds.find((each) => each === event.target.value))}
              >
                <NativeSelectOption value="">{page.everything}</NativeSelectOption>
                {kinds.map((each) => (
                  <NativeSelectOption key={each} value={each}>
                    {items[inCore(each)].title}
                  </NativeSelectOption>
                ))}
              </NativeSelect>
            </div>
            <Found kind={kind} />
          </div>
        </FullWidthPageBlock>
      </PageLayout>
    </Page>
  );
}

function Found({ kind }: Readonly<{ kind: Kind | undefined }>) {
  const { page } = useWords();
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "items", kind],
    queryFn: () => queue(kind),
  });
  if (isError) return <p role="alert">{page.unreadable}</p>;
  if (isPending) return <p className="text-muted-foreground">{page.loading}</p>;
  if (data.length === 0) return <p role="status">{page.nothingWaits}</p>;
  return (
    <ol className="divide-y rounded-md border" aria-label={page.items}>
      {data.map((each) => (
        <Row key={each.item.id} {...each} />
      ))}
    </ol>
  );
}

function Row({ item, orderCode, orderId }: QueueItem) {
  const words = useWords();
  const { page } = words;
  const { formatDate } = useLocalFormat();
  return (
    <li className="grid gap-x-4 gap-y-1 p-3 text-sm lg:grid-cols-[12rem_16rem_1fr]" data-kind={item.kind}>
      <time className="text-muted-foreground" dateTime={item.createdAt}>
        {formatDate(item.createdAt, { dateStyle: "medium", timeStyle: "short" })}
      </time>
      <div>
        <div className="font-medium">{titleOf(words, { kind: inCore(item.kind), cycle: item.cycle })}</div>
        {orderId === null ? (
          <span>{orderCode}</span>
        ) : (
          <Link className="underline" to={`/orders/${orderId}`}>
            {page.order} {orderCode}
          </Link>
        )}
      </div>
      <p className="wrap-anywhere">{item.evidence}</p>
    </li>
  );
}
