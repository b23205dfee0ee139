import type { OrderListResponse } from "../../control/control-api-types.ts";
import { variants } from "../../merchants.ts";
import type { InspectorDependencies, InspectorPage } from "../inspector-page.tsx";
import { Field, ReloadHint } from "../inspector-parts.tsx";
import { CurlExample } from "../start/curl-example.tsx";
import { findOrders, type OrderFilter, orderListPath, orderStates, readOrderFilter } from "./find-orders.ts";
import { OrderList } from "./order-list.tsx";

interface OrdersPageProps {
  readonly url: string;
  readonly now: number;
  readonly filter: OrderFilter;
  readonly found: OrderListResponse;
  readonly buyerPage: InspectorDependencies["buyerPage"];
  /** Set if a buyer was redirected to this page. */
  readonly returned?: { readonly status: string; readonly orderId: string };
}

/** The page of the orders, latest first. */
export function createOrdersPage({ control, url, buyerPage }: InspectorDependencies): InspectorPage {
  return {
    path: "/",
    section: "/",
    async show(c) {
      const filter = readOrderFilter((name) => c.req.query(name));
      const [found, clock] = [await findOrders(control, filter), await control.clock()];
      const status = c.req.query("paymentStatus");
      const returned = status ? { returned: { status, orderId: c.req.query("orderID") ?? "" } } : {};
      const props = { url: url(), now: Date.parse(clock.now), filter, found, buyerPage, ...returned };
      return { title: "Orders", content: <OrdersPage {...props} /> };
    },
  };
}

function OrdersPage({ url, returned, ...list }: OrdersPageProps) {
  const { filter, found } = list;
  return (
    <>
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
        {found.total === 0 ? <NoOrders url={url} /> : <OrderResults {...list} />}
      </div>
      <ReloadHint href={orderListPath(filter)} />
    </>
  );
}

function OrderFilterForm({ filter: { state, variant } }: { filter: OrderFilter }) {
  const choices = (words: readonly string[]) =>
    [["", "any"], ...words.map((word) => [word, word] as const)] as const;
  return (
    <form method="get" action="/" class="bar" aria-label="Filter">
      <Field id="state" label="State" choices={choices(orderStates)} value={state} />
      <Field id="variant" label="Variant" choices={choices(variants)} value={variant} />
      <button type="submit" class="second">
        Show
      </button>
      {state || variant ? (
        <a class="button third" href="/">
          Show all
        </a>
      ) : null}
    </form>
  );
}

function OrderResults({ found, filter, now, buyerPage }: Omit<OrdersPageProps, "url" | "returned">) {
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

function describeLatestOrder({ orders, total }: OrderListResponse): string {
  const [latest] = orders;
  return latest ? `${total} in all. Latest order ${latest.orderId}: ${latest.state}.` : "";
}
