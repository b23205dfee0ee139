import { variants } from "../../merchants.ts";
import type { InspectorDependencies } from "../inspector-context.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import { CurlExample } from "../start/curl-example.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";
import { type OrderFilter, type OrderSearchResult, orderListPath, orderStates } from "./find-orders.ts";
import { OrderList } from "./order-list.tsx";

export interface OrdersPageProps {
  readonly signs: readonly InspectorNotice[];
  readonly url: string;
  readonly now: number;
  readonly filter: OrderFilter;
  readonly found: OrderSearchResult;
  readonly buyerPage: InspectorDependencies["buyerPage"];
  /** Set if a buyer was redirected to this page. */
  readonly returned?: { readonly status: string; readonly orderId: string };
}

/** Displays the orders, latest first. */
export function OrdersPage({ signs, url, now, filter, found, buyerPage, returned }: OrdersPageProps) {
  return (
    <InspectorFrame title="Orders" section="/" signs={signs}>
      <h1>Orders</h1>
      <p class="lead">
        Shops send their sales to <code>{url}/pay_index</code>. They appear here as they come in; open one to
        see all that happened to it.
      </p>
      {returned ? (
        <p class="notice">
          A buyer came back with paymentStatus <code>{returned.status}</code> for order{" "}
          <code>{returned.orderId}</code>.
        </p>
      ) : null}
      {found.total === 0 ? null : <OrderFilterForm filter={filter} />}
      <div id="live" data-says={describeLatestOrder(found)} data-again="10">
        {found.total === 0 ? (
          <NoOrders url={url} />
        ) : (
          <OrderResults found={found} filter={filter} now={now} buyerPage={buyerPage} />
        )}
      </div>
      <noscript>
        <p class="quiet">
          Without scripts this page does not change by itself:{" "}
          <a href={orderListPath(filter)}>load it again</a>.
        </p>
      </noscript>
    </InspectorFrame>
  );
}

function OrderFilterForm({ filter }: { filter: OrderFilter }) {
  return (
    <form method="get" action="/" class="bar" aria-label="Filter">
      <FilterSelect name="state" label="State" words={orderStates} chosen={filter.state} />
      <FilterSelect name="variant" label="Variant" words={variants} chosen={filter.variant} />
      <button type="submit" class="second">
        Show
      </button>
      {filter.state || filter.variant ? (
        <a class="button third" href="/">
          Show all
        </a>
      ) : null}
    </form>
  );
}

interface FilterSelectProps {
  readonly name: string;
  readonly label: string;
  readonly words: readonly string[];
  readonly chosen: string | undefined;
}

function FilterSelect({ name, label, words, chosen }: FilterSelectProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">any</option>
        {words.map((word) => (
          <option value={word} selected={word === chosen}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}

function OrderResults({
  found,
  filter,
  now,
  buyerPage,
}: Omit<OrdersPageProps, "signs" | "url" | "returned">) {
  const { before, ...newest } = filter;
  return (
    <>
      <section class="sheet" aria-label="The orders">
        {found.orders.length === 0 ? (
          <p>No order fits this filter.</p>
        ) : (
          <OrderList orders={found.orders} now={now} buyerPage={buyerPage} />
        )}
      </section>
      <nav class="bar" aria-label="Pages">
        {before === undefined ? null : (
          <a class="button second" id="newest" href={orderListPath(newest)}>
            Newest
          </a>
        )}
        {found.before === undefined ? null : (
          <a class="button second" id="older" href={orderListPath({ ...filter, before: found.before })}>
            Older
          </a>
        )}
        <span class="quiet">{found.total === 1 ? "1 order" : `${found.total} orders`} in all.</span>
      </nav>
    </>
  );
}

function NoOrders({ url }: { url: string }) {
  return (
    <section class="sheet">
      <h2>No order yet</h2>
      <p>
        Start the checkout of your shop, or paste this into bash. It sends one hosted sale; open the address
        it answers with to pay, and watch the order here.
      </p>
      <CurlExample url={url} />
      <p class="hint">
        Merchants, keys and test cards are under <a href="/start">Start here</a>. What the gateway does not
        take is under <a href="/refused">Refused</a>, with the reason.
      </p>
    </section>
  );
}

function describeLatestOrder({ orders, total }: OrderSearchResult): string {
  const [latest] = orders;
  return latest ? `${total} in all. Latest order ${latest.orderId}: ${latest.state}.` : "";
}
