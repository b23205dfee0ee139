import { HistoryEntry, useLocalFormat } from "@vendure/dashboard";
import type { ComponentProps, ReactNode } from "react";
import { useWords } from "./words.tsx";

type Entry = ComponentProps<typeof HistoryEntry>["entry"];
type Shown = Readonly<{ entry: Entry }>;

/** What the plugin writes into the history of an order, by its type. */
export const historyEntries = [
  { type: "PAY_INDEX_CYCLE_RENEWED", component: Renewed },
  { type: "PAY_INDEX_RENEWAL_OF", component: RenewalOf },
  { type: "PAY_INDEX_SUBSCRIPTION_CLOSED", component: Closed },
  { type: "PAY_INDEX_CYCLE_MISSED", component: Missed },
];

function Said({ word }: Readonly<{ word: "renewed" | "renewalOf" | "closed" }>) {
  return useWords().subscription[word];
}

function Told({ entry, title, children }: Shown & { title: ReactNode; children: ReactNode }) {
  return (
    <HistoryEntry entry={entry} title={title} timelineIcon={<span aria-hidden="true">↻</span>}>
      <p className="text-xs">{children}</p>
    </HistoryEntry>
  );
}

function OfOrder({ entry: { data } }: Shown) {
  const { subscription: words, page } = useWords();
  return `${words.cycle} ${data.cycle}, ${page.order} ${data.orderCode}`;
}

function Renewed({ entry }: Shown) {
  return (
    <Told entry={entry} title={<Said word="renewed" />}>
      <OfOrder entry={entry} />
    </Told>
  );
}

function RenewalOf({ entry }: Shown) {
  return (
    <Told entry={entry} title={<Said word="renewalOf" />}>
      <OfOrder entry={entry} />
    </Told>
  );
}

function Closed({ entry }: Shown) {
  const { formatDate } = useLocalFormat();
  return (
    <Told entry={entry} title={<Said word="closed" />}>
      {formatDate(entry.data.closedAt, { dateStyle: "medium" })}
    </Told>
  );
}

function Missed({ entry }: Shown) {
  const { subscription: words, items } = useWords();
  const { formatDate } = useLocalFormat();
  return (
    <Told entry={entry} title={items["cycle-missing"].title}>
      {words.cycle} {entry.data.cycle}, {words.due} {formatDate(entry.data.dueAt, { dateStyle: "medium" })}
    </Told>
  );
}
