import type { StaffOrder } from "@pay-index/server/staff";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { StaffApiError } from "./staff-client.ts";
import { useStaff } from "./staff-provider.tsx";
import { errorText, type InstantStyle, moneyText } from "./staff-texts.ts";

/*
 * What the lists and pages share: loading, searching, and the summary of an order.
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
