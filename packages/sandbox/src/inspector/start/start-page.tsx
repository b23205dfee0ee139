import { testCards } from "../../card-outcome.ts";
import { merchants } from "../../merchants.ts";
import { paymentMethods } from "../../payment-methods.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";
import { CurlExample } from "./curl-example.tsx";

/** Displays what a developer needs for a first sale. */
export function StartPage({ signs, url }: { signs: readonly InspectorNotice[]; url: string }) {
  return (
    <InspectorFrame title="Start here" section="/start" signs={signs}>
      <h1>A pay_index gateway on your own machine</h1>
      <p class="lead">
        Point your shop at <code>{url}</code> and take one of these merchants. Every field is checked, buyers
        get pages they can use, and notifications are sent and repeated until the shop answers <code>OK</code>
        .
      </p>
      <div class="pair">
        <MerchantTable />
        <TestCardTable />
      </div>
      <section class="sheet">
        <h2>A sale from the command line</h2>
        <p class="quiet">Paste it into bash; open the address it answers with to pay.</p>
        <CurlExample url={url} />
      </section>
    </InspectorFrame>
  );
}

function MerchantTable() {
  return (
    <section class="sheet">
      <h2>Merchants</h2>
      <table class="cards">
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
              <td data-label="Variant">{merchant.variant}</td>
              <td data-label="Merchant">
                <code>{merchant.id}</code>
              </td>
              <td data-label="Key">
                <code>{merchant.key}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TestCardTable() {
  return (
    <section class="sheet">
      <h2>Test cards</h2>
      <section class="scroll" tabindex={0} aria-label="Test cards">
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
      </section>
      <p class="quiet">Any month that is still to come, any CVV. Every other card is declined.</p>
      <h2>Methods</h2>
      <p>
        {paymentMethods.map((method, index) => (
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
