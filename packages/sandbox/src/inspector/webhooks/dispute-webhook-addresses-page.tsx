import { merchants } from "../../merchants.ts";
import { Field, Sheet } from "../inspector-parts.tsx";

export interface DisputeWebhookAddressesPageProps {
  /** The addresses by merchant. */
  readonly webhooks: Readonly<Record<string, string>>;
  /** The refused address and the message. */
  readonly problem: { readonly merchant: string; readonly typed: string; readonly says: string } | undefined;
}

/** Displays the address of each merchant's dispute webhook, with a form to change it. */
export function DisputeWebhookAddressesPage({ webhooks, problem }: DisputeWebhookAddressesPageProps) {
  return (
    <>
      <h1>Dispute webhooks</h1>
      <p class="lead">
        The gateway posts the results of refunds, chargebacks and alerts to one address of each merchant.
        Without an address, the shop gets no message.
      </p>
      {merchants.map(({ id, variant }) => {
        const wrong = problem?.merchant === id ? problem : undefined;
        return (
          <Sheet id={`merchant-${id}`} title={`Merchant ${id} (${variant})`}>
            <form method="post" action={`/webhooks/${id}`} class="bar" aria-labelledby={`merchant-${id}`}>
              <Field
                id={`url-${id}`}
                name="url"
                label="Address (empty is none)"
                inputmode="url"
                value={wrong?.typed ?? webhooks[id] ?? ""}
                problem={wrong?.says}
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
