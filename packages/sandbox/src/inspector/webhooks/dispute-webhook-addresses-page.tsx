import { findMerchant, merchants } from "../../merchants.ts";
import type { InspectorDependencies, InspectorPage, PostedForm } from "../inspector-page.tsx";
import { Field, Sheet } from "../inspector-parts.tsx";

/** The page of the dispute webhooks. */
export function createDisputeWebhooksPage({ control }: InspectorDependencies): InspectorPage {
  return {
    path: "/webhooks",
    section: "/webhooks",
    async show(_c, posted) {
      const webhooks = await control.disputeWebhooks();
      return { title: "Dispute webhooks", content: renderPage(webhooks, posted) };
    },
    act(_c, merchant, form) {
      const url = (form.get("url") ?? "").trim();
      return findMerchant(merchant) && control.setDisputeWebhook(merchant, url === "" ? undefined : url);
    },
  };
}

/** Displays the address of each merchant's dispute webhook, with a form to change it. */
function renderPage(webhooks: Readonly<Record<string, string>>, posted: PostedForm | undefined) {
  return (
    <>
      <h1>Dispute webhooks</h1>
      <p class="lead">
        The gateway posts the results of refunds, chargebacks and alerts to one address of each merchant.
        Without an address, the shop gets no message.
      </p>
      {merchants.map(({ id, variant }) => {
        const own = posted?.action === id ? posted : undefined;
        return (
          <Sheet id={`merchant-${id}`} title={`Merchant ${id} (${variant})`}>
            <form method="post" action={`/webhooks/${id}`} class="bar" aria-labelledby={`merchant-${id}`}>
              <Field
                id={`url-${id}`}
                name="url"
                label="Address (empty is none)"
                inputmode="url"
                value={own?.form.get("url") ?? webhooks[id] ?? ""}
                problem={own?.says?.replace(/^Url: /, "The address ")}
              />
              <button type="submit" class="second" aria-label={`Save the address of merchant ${id}`}>
                Save
              </button>
            </form>
          </Sheet>
        );
      })}
    </>
  );
}
