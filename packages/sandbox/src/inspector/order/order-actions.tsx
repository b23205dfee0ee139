import type { OrderDetails } from "../../control/control-api-types.ts";
import type { OrderState } from "../../orders/order.ts";
import { Field } from "../inspector-parts.tsx";

/** The actions for an order. */
export type OrderActionName =
  | "pay"
  | "fail"
  | "close"
  | "pay-again"
  | "redeliver"
  | "duplicate"
  | "refund"
  | "chargeback"
  | "ethoca-alert"
  | "rdr-alert";

type ActionableOrder = Pick<OrderDetails, "state" | "canClose">;

interface ActionTexts {
  readonly button: string;
  readonly says: string;
}

const inEveryOutcome = (texts: ActionTexts) => ({ paid: texts, failed: texts, closed: texts });

/** A total map: an action without texts does not compile. */
const actionTexts: Readonly<Record<OrderActionName, Readonly<Partial<Record<OrderState, ActionTexts>>>>> = {
  pay: {
    pending: { button: "Pay it", says: "As if the buyer had paid." },
    failed: { button: "Succeed late", says: "A new attempt is paid after all, and notified with 00." },
    closed: { button: "Succeed late", says: "It is paid although it was closed, and notified with 00." },
  },
  fail: {
    pending: { button: "Fail it", says: "As if the payment had been declined." },
    paid: {
      button: "Fail late",
      says: "A failure is notified after the success. Your shop should keep it paid.",
    },
  },
  close: {
    pending: { button: "Close it", says: "The gateway gives the order up, and notifies 2." },
  },
  "pay-again": {
    paid: { button: "Pay again", says: "The buyer pays twice: a second 00 with another transaction." },
  },
  redeliver: inEveryOutcome({ button: "Redeliver", says: "The same outcome is notified once more." }),
  duplicate: inEveryOutcome({
    button: "Send 5 together",
    says: "Five copies arrive in one moment, on five connections.",
  }),
  refund: {
    paid: {
      button: "Refund it",
      says: "The gateway's staff refund the payment. The dispute webhook reports it, or, with the quirks As recorded, a repeat of the success.",
    },
  },
  chargeback: {
    paid: {
      button: "Chargeback",
      says: "The buyer's bank takes the money back. The dispute webhook reports it.",
    },
  },
  "ethoca-alert": {
    paid: { button: "Ethoca alert", says: "The dispute webhook warns of a chargeback to come." },
  },
  "rdr-alert": {
    paid: {
      button: "RDR alert",
      says: "The dispute webhook reports a dispute that was resolved by a refund.",
    },
  },
};

export const orderActionNames = Object.keys(actionTexts) as readonly OrderActionName[];

const closePlanTexts: ActionTexts = {
  button: "Close the plan",
  says: "No further cycle of the subscription is charged.",
};

function findActionTexts(
  action: OrderActionName,
  { state, canClose }: ActionableOrder,
): ActionTexts | undefined {
  if (action !== "close") return actionTexts[action][state];
  if (!canClose) return undefined;
  return actionTexts.close[state] ?? closePlanTexts;
}

interface OrderActionsProps {
  readonly details: ActionableOrder;
  /** The address of the order's page. */
  readonly address: string;
}

/** The buttons for the order's state, each with a description. */
export function OrderActions({ details, address }: OrderActionsProps) {
  return (
    <ul class="rows acts">
      {orderActionNames.map((action) => {
        const act = findActionTexts(action, details);
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
