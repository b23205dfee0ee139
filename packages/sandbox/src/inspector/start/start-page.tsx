import { testCards } from "../../card-outcome.ts";
import { merchants } from "../../merchants.ts";
import { paymentMethods } from "../../payment-methods.ts";
import type { InspectorDependencies, InspectorPage } from "../inspector-page.tsx";
import { CardTable, Sheet } from "../inspector-parts.tsx";
import { CurlExample } from "./curl-example.tsx";

/** The page with what a developer needs for a first sale. */
export function createStartPage({ url }: InspectorDependencies): InspectorPage {
  return {
    path: "/start",
    section: "/start",
    show: async () => ({ title: "Start here", content: <StartPage url={url()} /> }),
  };
}

function StartPage({ url }: { url: string }) {
  return (
    <>
      <h1>A pay_index gateway on your own machine</h1>
      <p class="lead">
        Point your shop at <code>{url}</code> and take one of these merchants. Every field is checked, buyers
        get pages they can use, and notifications are sent and repeated until the shop answers <code>OK</code>
        .
      </p>
      <div class="pair">
        <Sheet id="merchants" title="Merchants">
          <CardTable
            head={["Variant", "Merchant", "Key"]}
            rows={merchants.map(({ id, variant, key }) => ({
              cells: [variant, <code>{id}</code>, <code>{key}</code>],
            }))}
          />
        </Sheet>
        <TestCardsAndMethods />
      </div>
      <Sheet id="sale" title="A sale from the command line">
        <p class="quiet">Paste it into bash; open the address it answers with to pay.</p>
        <CurlExample url={url} />
      </Sheet>
    </>
  );
}

function TestCardsAndMethods() {
  return (
    <Sheet id="cards" title="Test cards">
      <CardTable
        head={["Number", "What it does"]}
        rows={testCards.map(({ number, says }) => ({ cells: [<code>{number}</code>, says] }))}
      />
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
    </Sheet>
  );
}
