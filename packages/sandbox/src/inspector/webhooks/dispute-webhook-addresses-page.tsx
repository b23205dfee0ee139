import { merchants } from "../../merchants.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";

export interface DisputeWebhookAddressesPageProps {
  readonly signs: readonly InspectorNotice[];
  /** The addresses by merchant. */
  readonly webhooks: Readonly<Record<string, string>>;
  /** The refused address and the message. */
  readonly problem?: { readonly merchant: string; readonly typed: string; readonly says: string };
}

/** Displays the address of each merchant's dispute webhook, with a form to change it. */
export function DisputeWebhookAddressesPage({ signs, webhooks, problem }: DisputeWebhookAddressesPageProps) {
  return (
    <InspectorFrame title="Dispute webhooks" section="/webhooks" signs={signs}>
      <h1>Dispute webhooks</h1>
      <p class="lead">
        The gateway posts the results of refunds, chargebacks and alerts to one address of each merchant.
        Without an address, the shop gets no message.
      </p>
      {merchants.map(({ id, variant }) => {
        const wrong = problem?.merchant === id ? problem : undefined;
        return (
          <section class="sheet" aria-labelledby={`merchant-${id}`}>
            <h2 id={`merchant-${id}`}>
              Merchant {id} ({variant})
            </h2>
            <form method="post" action={`/webhooks/${id}`} class="bar" aria-labelledby={`merchant-${id}`}>
              <div>
                <label for={`url-${id}`}>Address (empty is none)</label>
                <input
                  id={`url-${id}`}
                  name="url"
                  inputmode="url"
                  autocomplete="off"
                  value={wrong?.typed ?? webhooks[id] ?? ""}
                  {...(wrong
                    ? { "aria-invalid": "true", "aria-describedby": `url-${id}-problem`, autofocus: true }
                    : {})}
                />
                {wrong ? (
                  <p class="problem" id={`url-${id}-problem`}>
                    {wrong.says}
                  </p>
                ) : null}
              </div>
              <button type="submit" class="second" aria-label={`Save the address of merchant ${id}`}>
                Save
              </button>
            </form>
          </section>
        );
      })}
    </InspectorFrame>
  );
}
