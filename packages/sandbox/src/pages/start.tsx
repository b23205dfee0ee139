import type { Order } from "../book/order.ts";
import { testCards } from "../cards.ts";
import { merchants } from "../merchants.ts";
import { methods } from "../methods.ts";
import { curlSale } from "./curl-sale.ts";
import { Frame } from "./frame.tsx";
import { Orders } from "./order-table.tsx";

export interface StartPageProps {
  readonly url: string;
  /** The latest first. */
  readonly orders: readonly Order[];
  readonly total: number;
  /** Set when a buyer was sent back to this very page. */
  readonly returned: { readonly status: string; readonly orderNumber: string } | undefined;
}

/** What a developer needs to begin, and the orders so far. */
export function StartPage({ url, orders, total, returned }: StartPageProps) {
  return (
    <Frame title="pay_index" wide>
      <section class="sheet">
        <h1>A pay_index gateway on your own machine</h1>
        {returned ? (
          <p class="notice" role="status">
            A buyer came back with paymentStatus <code>{returned.status}</code> for order{" "}
            <code>{returned.orderNumber}</code>.
          </p>
        ) : null}
        <p>
          Shops send their sales to <code>{url}/pay_index</code>. Every field is checked, buyers get pages
          they can use, and notifications are sent and repeated until the shop answers <code>OK</code>.
        </p>
      </section>
      <Orders orders={orders} total={total} />
      <div class="pair">
        <Merchants />
        <Cards />
      </div>
      <section class="sheet">
        <h2>A sale from the command line</h2>
        <p class="quiet">Paste it into bash; open the address it answers with to pay.</p>
        {/* it scrolls, so the keyboard must reach it */}
        <pre tabindex={0}>{curlSale(url)}</pre>
      </section>
    </Frame>
  );
}

function Merchants() {
  return (
    <section class="sheet">
      <h2>Merchants</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Merchant</th>
              <th scope="col">Key</th>
            </tr>
          </thead>
          <tbody>
            {merchants.map((merchant) => (
              <tr>
                <td>{merchant.variant}</td>
                <td>
                  <code>{merchant.id}</code>
                </td>
                <td>
                  <code>{merchant.key}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cards() {
  return (
    <section class="sheet">
      <h2>Test cards</h2>
      <div class="scroll" tabindex={0}>
        <table>
          <tbody>
            {testCards.map((card) => (
              <tr>
                <td>
                  <code>{card.number}</code>
                </td>
                <td>{card.says}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">Any month that is still to come, any CVV. Every other card is declined.</p>
      <h2>Methods</h2>
      <p>
        {methods.map((method, index) => (
          <>
            {index > 0 ? ", " : ""}
            <code>{method.id}</code>
          </>
        ))}
        <span class="quiet">; an empty pay_method lets the buyer choose.</span>
      </p>
    </section>
  );
}
