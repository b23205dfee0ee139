import type { OrderDetails } from "../../control/control-api-types.ts";
import type { SandboxControl } from "../../control/sandbox-control.ts";
import type { OrderState } from "../../orders/order.ts";
import { Field } from "../inspector-parts.tsx";

type ActionableOrder = Pick<OrderDetails, "state" | "canClose">;

interface ActionTexts {
  readonly button: string;
  readonly says: string;
}

interface OrderAction {
  /** Its button and its description, in the states in which it is possible. */
  readonly texts: Readonly<Partial<Record<OrderState, ActionTexts>>>;
  readonly act: (
    control: SandboxControl,
    orderId: string,
    form: { readonly of: { readonly merchant: string }; readonly amount?: string },
  ) => Promise<unknown>;
}

const inEveryOutcome = (texts: ActionTexts) => ({ paid: texts, failed: texts, closed: texts });

const disputeAction = (
  type: "chargeback" | "ethoca_alert" | "rdr_alert",
  button: string,
  says: string,
): OrderAction => ({
  texts: { paid: { button, says } },
  act: (control, orderId, { of }) => control.dispute(orderId, { ...of, type }),
});

/** The actions for an order, by the last part of their address. */
export const orderActions: Readonly<Record<string, OrderAction>> = {
  pay: {
    texts: {
      pending: { button: "Pay it", says: "As if the buyer had paid." },
      failed: { button: "Succeed late", says: "A new attempt is paid after all, and notified with 00." },
      closed: { button: "Succeed late", says: "It is paid although it was closed, and notified with 00." },
    },
    act: (control, orderId, { of }) => control.resolve(orderId, { ...of, outcome: "paid" }),
  },
  fail: {
    texts: {
      pending: { button: "Fail it", says: "As if the payment had been declined." },
      paid: {
        button: "Fail late",
        says: "A failure is notified after the success. Your shop should keep it paid.",
      },
    },
    act: (control, orderId, { of }) => control.resolve(orderId, { ...of, outcome: "failed" }),
  },
  close: {
    texts: {
      pending: { button: "Close it", says: "The gateway gives the order up, and notifies 2." },
      ...inEveryOutcome({
        button: "Close the plan",
        says: "No further cycle of the subscription is charged.",
      }),
    },
    act: (control, orderId, { of }) => control.closeOrder(orderId, of),
  },
  "pay-again": {
    texts: {
      paid: { button: "Pay again", says: "The buyer pays twice: a second 00 with another transaction." },
    },
    act: (control, orderId, { of }) => control.payAgain(orderId, of),
  },
  redeliver: {
    texts: inEveryOutcome({ button: "Redeliver", says: "The same outcome is notified once more." }),
    act: (control, orderId, { of }) => control.notify(orderId, of),
  },
  duplicate: {
    texts: inEveryOutcome({
      button: "Send 5 together",
      says: "Five copies arrive in one moment, on five connections.",
    }),
    act: (control, orderId, { of }) => control.notify(orderId, { ...of, copies: 5, released: "together" }),
  },
  refund: {
    texts: {
      paid: {
        button: "Refund it",
        says: "The gateway's staff refund the payment. The dispute webhook reports it, or, with the quirks Recorded, a repeat of the success.",
      },
    },
    act: (control, orderId, { of, ...amount }) => control.refund(orderId, { ...of, ...amount }),
  },
  chargeback: disputeAction(
    "chargeback",
    "Chargeback",
    "The buyer's bank takes the money back. The dispute webhook reports it.",
  ),
  "ethoca-alert": disputeAction(
    "ethoca_alert",
    "Ethoca alert",
    "The dispute webhook warns of a chargeback to come.",
  ),
  "rdr-alert": disputeAction(
    "rdr_alert",
    "RDR alert",
    "The dispute webhook reports a dispute that was resolved by a refund.",
  ),
};

/** The buttons for the order's state, each with a description. `address` is that of the order's page. */
export function OrderActions({ details, address }: { details: ActionableOrder; address: string }) {
  return (
    <ul class="rows acts">
      {Object.entries(orderActions).map(([action, { texts }]) => {
        const act = action === "close" && !details.canClose ? undefined : texts[details.state];
        if (!act) return null;
        return (
          <li>
            <form method="post" action={`${address}/${action}`}>
              {action === "refund" ? (
                <Field
                  id="refund-amount"
                  name="amount"
                  label="Amount (empty is all that is left)"
                  inputmode="decimal"
                />
              ) : null}
              <button type="submit" id={`act-${action}`} class="second" aria-describedby={`says-${action}`}>
                {act.button}
              </button>
            </form>
            <span id={`says-${action}`}>{act.says}</span>
          </li>
        );
      })}
    </ul>
  );
}
