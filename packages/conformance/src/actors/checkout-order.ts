import type { Money, PaymentStatus } from "@pay-index/core";
import type { ReviewKind } from "@pay-index/core/store";
import { expect } from "vitest";
import type { CartDraft, Checkout, CheckoutStatus, HostShop } from "../host-driver.ts";

type State = PaymentStatus["state"];

/** One checkout of the shop, and what must be true of it. */
export class CheckoutOrder {
  readonly checkout: Checkout;
  readonly #shop: HostShop;
  readonly #draft: CartDraft;
  /** Pieces that it takes from the stock; none where nobody counts. */
  readonly #pieces: number;

  constructor(
    shop: HostShop,
    { checkout, draft, pieces }: { checkout: Checkout; draft: CartDraft; pieces: number },
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

  reading(): Promise<CheckoutStatus> {
    return this.#shop.read(this.checkout);
  }

  async attempts(): Promise<PaymentStatus["attempts"]> {
    return (await this.reading()).payment.attempts;
  }

  /** It is in this state, and the shop has done all that belongs to it: once if it is paid, and otherwise not at all. */
  async is(state: State, { items = [] }: { items?: readonly ReviewKind[] } = {}): Promise<void> {
    const { standing } = await this.#look();
    const is = state === "paid" ? this.#placed() : nothingPlaced;
    expect(standing).toEqual({ ...is, state, items: [...items].sort() });
  }

  /** The money is booked, the order could not be placed, and staff have that before them (B-19, B-20). */
  async isPaidButNotPlaced(): Promise<void> {
    const { standing } = await this.#look();
    expect(standing).toEqual({ ...nothingPlaced, state: "paid", items: ["order-not-placed"] });
  }

  /** No order is placed, nothing is left to do for staff, and the buyer can pay again (LED-FREE). */
  async isRefunded(): Promise<void> {
    const { standing } = await this.#look();
    expect(standing).toEqual({ ...nothingPlaced, state: "refunded", items: [] });
  }

  /** As above, or the host could place what was paid for after all. Either way once. */
  async isPaidAndPlacedOrHeld(): Promise<void> {
    const { standing } = await this.#look();
    if (standing.orders === 0) await this.isPaidButNotPlaced();
    else expect(standing).toMatchObject({ ...this.#placed(), state: "paid" });
  }

  /** The order is placed once, for what this attempt charged; every other attempt has left these items (LED-WINS). */
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

  /** The sale is paid and placed, and each of these later cycles is one order, of what the sale costs. */
  async isRenewed(
    cycles: readonly number[],
    { items = [] }: { items?: readonly ReviewKind[] } = {},
  ): Promise<void> {
    const { standing, renewals } = await this.#look();
    expect(standing).toEqual({ ...this.#placed(), state: "paid", items: [...items].sort() });
    const expectedRenewals = cycles.map((cycle) => ({ cycle, amount: this.total }));
    expect(renewals.toSorted((a, b) => a.cycle - b.cycle)).toEqual(expectedRenewals);
  }

  /** As core tells it, of the attempt that paid. */
  async subscription(): Promise<NonNullable<PaymentStatus["attempts"][number]["subscription"]>> {
    const found = (await this.attempts()).find(({ state }) => state === "paid")?.subscription;
    if (found === undefined) throw new Error("no attempt has begun a subscription");
    return found;
  }

  async #look() {
    const { payment: book, cancelled: _, renewals = [], ...rest } = await this.reading();
    const items = book.reviewItems.map(({ kind }) => kind).sort();
    return { standing: { ...rest, state: book.state, items }, renewals };
  }

  #placed() {
    return { orders: 1, paid: true, recordedAmounts: [this.total], effects: 1, taken: this.#pieces };
  }
}

const nothingPlaced = { orders: 0, paid: false, recordedAmounts: [], effects: 0, taken: 0 };
