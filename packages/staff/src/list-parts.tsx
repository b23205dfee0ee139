import type { StaffOrder } from "@pay-index/server/staff";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { StaffApiError } from "./staff-client.ts";
import { useStaff } from "./staff-provider.tsx";
import { errorText, fillText, type InstantStyle, moneyText } from "./staff-texts.ts";

/*
 * What the lists and pages share: loading, searching, selecting, and the summary of an order.
 */

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Default: that the payments could not be loaded. */
  readonly failed?: string;
  readonly children: (data: Data) => ReactNode;
}

/** The loaded data, or why there is none. If a later attempt to load fails, the page says this above its data. */
export function Loaded<Data>({ query: { data, error }, failed, children }: LoadedProps<Data>) {
  const { kit, words } = useStaff();
  const { Text } = kit;
  const isRefusal = error instanceof StaffApiError && (error.status === 401 || error.status === 403);
  return (
    <>
      {error !== null && (
        <Text role="alert" look="bad">
          {isRefusal ? errorText(words, error) : (failed ?? words.page.loadFailed)}
        </Text>
      )}
      {error === null && data === undefined && (
        <Text role="status" look="muted">
          {words.page.loading}
        </Text>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

export function Instant({ at, style = "short" }: { readonly at: string; readonly style?: InstantStyle }) {
  const { formatInstant } = useStaff();
  return <time dateTime={at}>{formatInstant(at, style)}</time>;
}

interface SearchFormProps {
  /** The text of the current search. */
  readonly text: string;
  readonly placeholder: string;
  readonly onSearch: (text: string) => void;
}

/** Searches for a text that identifies an order, an attempt or a buyer. */
export function SearchForm({ text: searched, placeholder, onSearch }: SearchFormProps) {
  const { kit, words } = useStaff();
  const [text, setText] = useState(searched);
  useEffect(() => setText(searched), [searched]);
  const search = () => onSearch(text.trim());
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <kit.Row>
          <kit.TextField
            id="pay-index-search"
            type="search"
            label={words.page.search}
            placeholder={placeholder}
            value={text}
            maxLength={200}
            onChange={setText}
          />
          <kit.Button onPress={search}>{words.page.search}</kit.Button>
        </kit.Row>
      </form>
    </search>
  );
}

/**
 * The filter and the page of a list. They are in the page's address, so that Back restores them.
 *
 * @param patterns of the values of each parameter. Another value counts as none.
 * @param page the parameter of the page, which another filter resets
 */
export function useListAddress<Name extends string>(
  patterns: Readonly<Record<Name, RegExp>>,
  page: NoInfer<Name>,
) {
  const { navigation } = useStaff();
  const names = Object.keys(patterns) as Name[];
  const values = names.map((name) => {
    const value = navigation.params[name] ?? "";
    return [name, patterns[name].test(value) ? value : ""];
  });
  const address = Object.fromEntries(values) as Readonly<Record<Name, string>>;
  const go = (to: Partial<Record<Name, string>>) => {
    const next = Object.entries<string>({ ...address, [page]: "", ...to });
    navigation.navigate(Object.fromEntries(next.filter(([, value]) => value !== "")));
  };
  const isFiltered = names.some((name) => name !== page && address[name] !== "");
  return { ...address, isFiltered, go };
}

/** What a search accepts. */
export const searchPattern = /^.{1,200}$/s;

/** The selected rows of a page. Rows of other pages are not among them. */
export interface Selection<Row> {
  readonly chosen: readonly Row[];
  has(id: string): boolean;
  choose(id: string, isChosen: boolean): void;
  replace(ids: readonly string[]): void;
}

export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => string): Selection<Row> {
  const [ids, replace] = useState<readonly string[]>([]);
  const chosen = rows.filter((row) => ids.includes(idOf(row)));
  return {
    chosen,
    has: (id) => ids.includes(id),
    choose: (id, isChosen) => {
      const others = chosen.map(idOf).filter((each) => each !== id);
      replace(isChosen ? [...others, id] : others);
    },
    replace,
  };
}

interface RowCheckboxProps<Row> {
  readonly id: string;
  /** What the row is about, for screen readers. */
  readonly name: string;
  readonly selection: Selection<Row>;
  readonly isDisabled?: boolean;
}

/** The checkbox of a row. */
export function RowCheckbox<Row>({ id, name, selection, isDisabled = false }: RowCheckboxProps<Row>) {
  const { kit, words } = useStaff();
  return (
    <kit.Checkbox
      isLabelHidden
      label={`${words.page.select}: ${name}`}
      isChecked={selection.has(id)}
      isDisabled={isDisabled}
      onChange={(isChosen) => selection.choose(id, isChosen)}
    />
  );
}

interface ResultSummaryProps {
  readonly testId: string;
  readonly title: string;
  /** What is left to do, by id. */
  readonly lines: readonly (readonly [id: string, text: string])[];
}

/** What an action did. Screen readers read it out. */
export function ResultSummary({ testId, title, lines }: ResultSummaryProps) {
  const { kit } = useStaff();
  return (
    <div role="status" data-testid={testId}>
      <kit.Text look="strong">{title}</kit.Text>
      {lines.length > 0 && (
        <kit.List>
          {lines.map(([id, text]) => (
            <kit.ListItem key={id}>
              <kit.Text>{text}</kit.Text>
            </kit.ListItem>
          ))}
        </kit.List>
      )}
    </div>
  );
}

interface SelectionBarProps {
  /** The ids of all rows that can be selected together. */
  readonly ids: readonly string[];
  readonly selection: Selection<unknown>;
  /** The buttons for the selected rows. */
  readonly actions: ReactNode;
}

interface SelectableListProps extends Omit<SelectionBarProps, "selection"> {
  /** Undefined if the rows cannot be selected. */
  readonly selection: SelectionBarProps["selection"] | undefined;
  /** What the last actions did. */
  readonly results: ReactNode;
  readonly label: string;
  /** What the page says if it has no row. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/** The rows of a page, with the actions for several of them. */
export function SelectableList({ selection, results, label, empty, children, ...bar }: SelectableListProps) {
  const { kit } = useStaff();
  return (
    <>
      {selection !== undefined && <SelectionBar selection={selection} {...bar} />}
      {results}
      {children.length === 0 ? (
        <kit.Text role="status" look="muted">
          {empty}
        </kit.Text>
      ) : (
        <kit.List isOrdered hasLines label={label}>
          {children}
        </kit.List>
      )}
    </>
  );
}

/** Selects all rows of a page, if there are several, and displays the actions for the selected ones. */
function SelectionBar({ ids, selection: { chosen, replace }, actions }: SelectionBarProps) {
  const { kit, words } = useStaff();
  const { page } = words;
  const count = chosen.length;
  return (
    <>
      {ids.length > 1 && (
        <kit.Checkbox
          label={fillText(page.selectAll, { count: ids.length })}
          isChecked={count > 0 && count < ids.length ? "mixed" : count > 0}
          onChange={(isChecked) => replace(isChecked ? ids : [])}
        />
      )}
      {count > 0 && (
        <kit.Row testId="pay-index-bulk">
          <kit.Text look="strong" role="status">
            {fillText(page.selected, { count })}
          </kit.Text>
          {actions}
          <kit.Button look="plain" onPress={() => replace([])}>
            {page.cancel}
          </kit.Button>
        </kit.Row>
      )}
    </>
  );
}

interface PagerProps {
  readonly label: string;
  /** Which rows the page has. */
  readonly range?: string;
  readonly back: PagerStep;
  readonly forward: PagerStep;
}
interface PagerStep {
  readonly text: string;
  /** Undefined: there is no such page. */
  readonly go: (() => void) | undefined;
}

/** The buttons to other pages of a list. Empty if there is only one page. */
export function Pager({ label, range, back, forward }: PagerProps) {
  const { kit } = useStaff();
  if (back.go === undefined && forward.go === undefined) return null;
  return (
    <nav aria-label={label}>
      <kit.Row isSpread>
        <kit.Text look="muted">{range}</kit.Text>
        <kit.Row>
          {[back, forward].map(({ text, go }) => (
            <kit.Button key={text} isDisabled={go === undefined} onPress={() => go?.()}>
              {text}
            </kit.Button>
          ))}
        </kit.Row>
      </kit.Row>
    </nav>
  );
}

interface PaymentOfShop {
  readonly reference: string;
  readonly tenant: string;
  readonly order: StaffOrder | null;
}

/** Returns a function that returns the address of a payment: the page of its order, or else its own. */
export function usePaymentHref(): (payment: PaymentOfShop) => string {
  const { navigation, orderHref } = useStaff();
  return ({ reference, tenant, order }) =>
    order === null || order.id === null || orderHref === undefined
      ? navigation.href({ page: "payment", reference, tenant })
      : orderHref(order.id);
}

interface OrderSummaryProps {
  readonly order: StaffOrder | null;
  /** The amount of the payment. The order's total is displayed only if it differs. */
  readonly amount?: { readonly amount: string; readonly currency: string } | null;
}

/** The buyer, the goods and the total, as the shop has them now. Only the amount if the order does not exist any more. */
export function OrderSummary({ order, amount = null }: OrderSummaryProps) {
  const { kit, words } = useStaff();
  const { page } = words;
  const paid = amount === null ? "" : moneyText(amount);
  const total = order?.total ? moneyText(order.total) : "";
  const { name, email, phone } = order?.buyer ?? {};
  const goods = (order?.goods ?? []).map(
    ({ title, detail, quantity }) => `${quantity} × ${title}${detail === null ? "" : ` (${detail})`}`,
  );
  const facts = [
    { name: page.order, value: order?.name ?? "" },
    { name: page.amount, value: paid },
    { name: page.orderTotal, value: total === paid ? "" : total },
    { name: page.buyer, value: [name, email, phone].filter(Boolean).join(" · ") },
    { name: page.items, value: goods.join(", ") },
  ].filter(({ value }) => value !== "");
  return facts.length === 0 ? null : <kit.Facts isInline facts={facts} />;
}
