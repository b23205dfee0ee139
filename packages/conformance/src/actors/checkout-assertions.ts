import type { GatewayRefundState, Money, PaymentStatus } from "@pay-index/core";
import type { ReviewKind } from "@pay-index/core/store";
import { expect } from "vitest";
import type { CartDraft, CheckoutKey, HostShop, StaffCheckoutStatus } from "../host-driver.ts";

/** Milliseconds. The limit of the scenario ends the wait before. */
const longestWait = 3_600_000;

type State = PaymentStatus["state"];

/** One checkout of the shop, and the assertions about it. */
export class CheckoutAssertions {
  readonly checkout: CheckoutKey;
  readonly #shop: HostShop;
  readonly #draft: CartDraft;
  /** The number of pieces that the order takes from the stock; 0 if the shop does not track stock. */
  readonly #pieces: number;

  constructor(
    shop: HostShop,
    { checkout, draft, pieces }: { checkout: CheckoutKey; draft: CartDraft; pieces: number },
  ) {
    this.#shop = shop;
    this.#draft = draft;
    this.#pieces = pieces;
    this.checkout = checkout;
  }

  get total(): Money {
    const minor = this.#draft.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    return { minor, currency: this.#draft.currency };
  }

  reading(): Promise<StaffCheckoutStatus> {
    return this.#shop.read(this.checkout);
  }

  async attempts(): Promise<PaymentStatus["attempts"]> {
    return (await this.reading()).payment.attempts;
  }

  /** Asserts that the order is in this state and that the shop did its work: once if the order is paid, otherwise never. */
  async is(state: State, { items = [] }: { items?: readonly ReviewKind[] } = {}): Promise<void> {
    const { standing } = await this.#look();
    const is = state === "paid" ? this.#placed() : nothingPlaced;
    expect(standing).toEqual({ ...is, state, items: [...items].sort() });
  }

  /** Asserts that the payment is recorded, no order is placed, and these review items are open (B-19, B-20). */
  async isHeld(items: readonly ReviewKind[] = ["order-not-placed"]): Promise<void> {
    const { standing } = await this.#look();
    expect(standing).toEqual({ ...nothingPlaced, state: "paid", items });
  }

  /** Asserts that the payment is paid but not placed, or that the host placed the order in the end. Either way it happens once. */
  async isPaidAndPlacedOrHeld(): Promise<void> {
    const { standing } = await this.#look();
    if (standing.orders === 0) await this.isHeld();
    else expect(standing).toMatchObject({ ...this.#placed(), state: "paid" });
  }

  /**
   * Asserts that the order is placed once, for the amount that this attempt charged, and that every other attempt opened these review items
   * (ENG-WINS).
   */
  async isPlacedFor(
    { attemptId }: { readonly attemptId: string },
    { items = [] }: { items?: readonly ReviewKind[] } = {},
  ): Promise<void> {
    const winner = (await this.attempts()).find((attempt) => attempt.isWinning);
    expect(winner?.attemptId).toBe(attemptId);
    const { standing } = await this.#look();
    const { taken: _, ...placed } = this.#placed();
    const expected = {
      ...placed,
      recordedAmounts: [winner?.amount],
      state: "paid",
      items: [...items].sort(),
    };
    expect(standing).toMatchObject(expected);
  }

  /** Asserts that the sale is paid and placed, and that each of these later cycles has one renewal with the price of the sale. */
  async isRenewed(
    cycles: readonly number[],
    { items = [] }: { items?: readonly ReviewKind[] } = {},
  ): Promise<void> {
    const { standing, renewals } = await this.#look();
    expect(standing).toEqual({ ...this.#placed(), state: "paid", items: [...items].sort() });
    const expectedRenewals = cycles.map((cycle) => ({ cycle, amount: this.total }));
    expect(renewals.toSorted((a, b) => a.cycle - b.cycle)).toEqual(expectedRenewals);
  }

  /** Asserts that the shop's own code learned of these declined cycles: once of each. A shop can learn of them after the reply. */
  async hasDeclined(cycles: readonly number[]): Promise<void> {
    const declined = async () => (await this.reading()).declinedCycles?.toSorted((a, b) => a - b);
    await expect.poll(declined, { timeout: longestWait }).toEqual(cycles);
  }

  /** Asserts that the shop's own code learned of these disputes: once of each. A shop can learn of them after the reply. */
  async hasDisputes(types: readonly string[]): Promise<void> {
    const disputes = async () => (await this.reading()).disputes?.toSorted();
    await expect.poll(disputes, { timeout: longestWait }).toEqual(types.toSorted());
  }

  /** Returns the subscription of the winning attempt, as core reports it. */
  async subscription(): Promise<NonNullable<PaymentStatus["attempts"][number]["subscription"]>> {
    const found = (await this.attempts()).find(({ state }) => state === "paid")?.subscription;
    if (found === undefined) throw new Error("no attempt has begun a subscription");
    return found;
  }

  /** Asserts that the subscription is over, and that no further cycle is expected. */
  async expectsNoCycle(state: "closed" | "ended"): Promise<void> {
    const subscription = await this.subscription();
    expect([subscription.state, subscription.nextCycle]).toEqual([state, undefined]);
  }

  /** Returns the refunds through the gateway, oldest first. */
  async refunds() {
    return (await this.attempts()).flatMap(({ gatewayRefunds }) => gatewayRefunds);
  }

  /** Asserts the states of the refunds through the gateway, oldest first, and what the host's own records show as refunded. */
  async hasRefunds(states: readonly GatewayRefundState[], refunded: number): Promise<void> {
    const read = async () => {
      const { payment, refunded: shown } = await this.reading();
      const refunds = payment.attempts.flatMap(({ gatewayRefunds }) => gatewayRefunds);
      return { states: refunds.map(({ state }) => state), refunded: shown };
    };
    await expect.poll(read, { timeout: longestWait }).toEqual({ states, refunded });
  }

  async #look() {
    const { payment, renewals = [], ...shop } = await this.reading();
    const { orders, paid, recordedAmounts, effects, taken } = shop;
    const items = payment.reviewItems.map(({ kind }) => kind).sort();
    return {
      standing: { orders, paid, recordedAmounts, effects, taken, state: payment.state, items },
      renewals,
    };
  }

  #placed() {
    return { orders: 1, paid: true, recordedAmounts: [this.total], effects: 1, taken: this.#pieces };
  }
}

const nothingPlaced = { orders: 0, paid: false, recordedAmounts: [], effects: 0, taken: 0 };
