import { HistoryEntry, useLocalFormat } from "@vendure/dashboard";
import type { ComponentProps, ReactNode } from "react";
import { useStaffTexts } from "./staff-texts.ts";

type OrderHistoryEntry = ComponentProps<typeof HistoryEntry>["entry"];
type EntryProps = Readonly<{ entry: OrderHistoryEntry }>;

/** The entries that the plugin adds to the history of an order, by type. */
export const historyEntryComponents = [
  { type: "PAY_INDEX_CYCLE_RENEWED", component: CycleRenewedEntry },
  { type: "PAY_INDEX_RENEWAL_OF", component: RenewalOrderEntry },
  { type: "PAY_INDEX_SUBSCRIPTION_CLOSED", component: SubscriptionClosedEntry },
  { type: "PAY_INDEX_CYCLE_FAILED", component: CycleFailedEntry },
  { type: "PAY_INDEX_CYCLE_OVERDUE", component: CycleOverdueEntry },
];

function SubscriptionText({ code }: Readonly<{ code: "hasOrder" | "renewalOf" | "closed" | "declined" }>) {
  return useStaffTexts().subscription[code];
}

function EntryLayout({ entry, title, children }: EntryProps & { title: ReactNode; children: ReactNode }) {
  return (
    <HistoryEntry entry={entry} title={title} timelineIcon={<span aria-hidden="true">↻</span>}>
      <p className="text-xs">{children}</p>
    </HistoryEntry>
  );
}

function CycleAndOrder({ entry: { data } }: EntryProps) {
  const { subscription: words, page } = useStaffTexts();
  return `${words.cycle} ${data.cycle}, ${page.order} ${data.orderCode}`;
}

function CycleRenewedEntry({ entry }: EntryProps) {
  return (
    <EntryLayout entry={entry} title={<SubscriptionText code="hasOrder" />}>
      <CycleAndOrder entry={entry} />
    </EntryLayout>
  );
}

function RenewalOrderEntry({ entry }: EntryProps) {
  return (
    <EntryLayout entry={entry} title={<SubscriptionText code="renewalOf" />}>
      <CycleAndOrder entry={entry} />
    </EntryLayout>
  );
}

function SubscriptionClosedEntry({ entry }: EntryProps) {
  const { formatDate } = useLocalFormat();
  return (
    <EntryLayout entry={entry} title={<SubscriptionText code="closed" />}>
      {formatDate(entry.data.closedAt, { dateStyle: "medium" })}
    </EntryLayout>
  );
}

function CycleFailedEntry({ entry }: EntryProps) {
  const { subscription: words } = useStaffTexts();
  return (
    <EntryLayout entry={entry} title={<SubscriptionText code="declined" />}>
      {words.cycle} {entry.data.cycle} {entry.data.transactionId}
    </EntryLayout>
  );
}

function CycleOverdueEntry({ entry }: EntryProps) {
  const { subscription: words, reviewItems: items } = useStaffTexts();
  const { formatDate } = useLocalFormat();
  return (
    <EntryLayout entry={entry} title={items["cycle-overdue"].title}>
      {words.cycle} {entry.data.cycle}, {words.due} {formatDate(entry.data.dueAt, { dateStyle: "medium" })}
    </EntryLayout>
  );
}
