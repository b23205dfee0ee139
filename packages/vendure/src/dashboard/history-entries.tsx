import { HistoryEntry, useLocalFormat } from "@vendure/dashboard";
import type { ComponentProps } from "react";
import { useStaffTexts } from "./staff-texts.ts";

type Entry = ComponentProps<typeof HistoryEntry>["entry"];
type Texts = ReturnType<typeof useStaffTexts>;
type EntryText = (data: Entry["data"], texts: Texts, formatDay: (instant: string) => string) => string;
type EntryTexts = Readonly<{ titleOf: (texts: Texts) => string; textOf: EntryText }>;

function EntryLine({ entry, titleOf, textOf }: EntryTexts & Readonly<{ entry: Entry }>) {
  const texts = useStaffTexts();
  const { formatDate } = useLocalFormat();
  const formatDay = (instant: string) => formatDate(instant, { dateStyle: "medium" });
  return (
    <HistoryEntry entry={entry} title={titleOf(texts)} timelineIcon={<span aria-hidden="true">↻</span>}>
      <p className="text-xs">{textOf(entry.data, texts, formatDay)}</p>
    </HistoryEntry>
  );
}

/** Returns the component for the plugin's entries of a type in the history of an order. */
function createEntry(type: string, titleOf: EntryTexts["titleOf"], textOf: EntryText) {
  const component = ({ entry }: Readonly<{ entry: Entry }>) => (
    <EntryLine entry={entry} titleOf={titleOf} textOf={textOf} />
  );
  return { type, component };
}

const cycleAndOrder: EntryText = ({ cycle, orderCode }, { subscription, page }) =>
  `${subscription.cycle} ${cycle}, ${page.order} ${orderCode}`;

/** The entries that the plugin adds to the history of an order. */
export const historyEntryComponents = [
  createEntry("PAY_INDEX_CYCLE_RENEWED", (texts) => texts.subscription.hasOrder, cycleAndOrder),
  createEntry("PAY_INDEX_RENEWAL_OF", (texts) => texts.subscription.renewalOf, cycleAndOrder),
  createEntry(
    "PAY_INDEX_SUBSCRIPTION_CLOSED",
    (texts) => texts.subscription.closed,
    ({ closedAt }, _texts, formatDay) => formatDay(closedAt),
  ),
  createEntry(
    "PAY_INDEX_CYCLE_FAILED",
    (texts) => texts.subscription.declined,
    ({ cycle, transactionId }, { subscription }) => `${subscription.cycle} ${cycle} ${transactionId}`,
  ),
  createEntry(
    "PAY_INDEX_CYCLE_OVERDUE",
    (texts) => texts.reviewItems["cycle-overdue"].title,
    ({ cycle, dueAt }, { subscription: { cycle: name, due } }, formatDay) =>
      `${name} ${cycle}, ${due} ${formatDay(dueAt)}`,
  ),
];
