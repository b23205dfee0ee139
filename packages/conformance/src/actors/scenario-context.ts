import type { CartDraft, CheckoutSubscriptionPlan, HostShop } from "../host-driver.ts";
import { type BrowserRedirect, Buyer, type SubmittedAttempt } from "./buyer.ts";
import { CheckoutAssertions } from "./checkout-assertions.ts";
import type { GatewayActor } from "./gateway-actor.ts";
import { Staff } from "./staff.ts";

/** The environment of a scenario: a shop with its staff, its gateway and a buyer. */
export interface ScenarioContext {
  /** The shop. Abilities that the scenario does not require may be missing. */
  readonly shop: Required<HostShop>;
  readonly gateway: GatewayActor;
  readonly buyer: Buyer;
  readonly staff: Staff;
  /** Fills a cart: two packets of tea and a cup by default. */
  order(wish?: Partial<CartDraft>): Promise<CheckoutAssertions>;
  /** Submits an attempt to pay the same cart, with the simplest variant by default. */
  submittedOrder(submission?: Parameters<Buyer["submits"]>[1]): Promise<OrderWithAttempt>;
  /** Pays on the gateway's pages, and waits until the shop is notified. Returns the way back to the shop without following it. */
  pay(attempt: SubmittedAttempt): Promise<BrowserRedirect>;
  /** The gateway notifies the success of the attempt, and the order is paid. */
  succeed(order: CheckoutAssertions, attempt: SubmittedAttempt): Promise<void>;
  /** Moves the shop's clock forward, and does the work that becomes due. */
  passTime(seconds: number): Promise<void>;
  /** Waits for the death of the shop, and starts it again. */
  revive(): Promise<void>;
  /** Buys the same cart. The order is paid, and the shop is notified. */
  paidOrder(): Promise<OrderWithAttempt>;
  /** Buys the same cart as a subscription to tea. The first cycle is paid, and the shop is notified. */
  subscription(every?: Partial<CheckoutSubscriptionPlan>): Promise<OrderWithAttempt>;
}

/** An order, and the attempt that pays it. */
interface OrderWithAttempt {
  readonly tea: CheckoutAssertions;
  readonly attempt: SubmittedAttempt;
}

/** @param hasStock whether the shop tracks stock */
export function createScenarioContext(
  shop: HostShop,
  gateway: GatewayActor,
  hasStock: boolean,
): ScenarioContext {
  const whole = shop as Required<HostShop>;
  const buyer = new Buyer(shop);
  const order = async (wish: Partial<CartDraft> = {}) => {
    const draft: CartDraft = { currency: "USD", lines: teaAndCup, buyer: buyerAda, ...wish };
    const pieces = hasStock ? draft.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
    return new CheckoutAssertions(shop, { draft, pieces, checkout: await shop.checkout(draft) });
  };
  const submittedOrder: ScenarioContext["submittedOrder"] = async (submission) => {
    const tea = await order();
    return { tea, attempt: await buyer.submits(tea, submission) };
  };
  const pay = async (attempt: SubmittedAttempt) => {
    const back = await buyer.pays(attempt);
    await gateway.waitUntilNotified(attempt);
    return back;
  };
  return {
    shop: whole,
    gateway,
    buyer,
    staff: new Staff(whole),
    order,
    submittedOrder,
    pay,
    async paidOrder() {
      const { tea, attempt } = await submittedOrder();
      await pay(attempt);
      // A busy shop replies to the notification before it has placed the order.
      await shop.read(tea.checkout);
      return { tea, attempt };
    },
    async succeed(tea, attempt) {
      await gateway.setOutcome(attempt, "paid");
      await tea.is("paid");
    },
    async passTime(seconds) {
      await shop.moveClock(seconds);
      await shop.sweep();
    },
    async revive() {
      await shop.waitForDeath();
      await shop.startAgain();
    },
    async subscription(every) {
      const tea = await order();
      const attempt = await buyer.subscribes(tea, every);
      await gateway.waitUntilNotified(attempt);
      return { tea, attempt };
    },
  };
}

const teaAndCup = [
  { name: "Tea", price: 550, quantity: 2 },
  { name: "Cup", price: 899, quantity: 1 },
];

const buyerAda = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "2070000000",
  country: "GB",
};
