import fc from "fast-check";
import { expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";
import { WinningModel, type WinningStep } from "./winning-attempt-oracle.ts";

const operator = { id: "1", name: "Ada" };
const prices = [1000, 2000, 3000] as const;

const attempt = fc.nat({ max: 3 });
const step: fc.Arbitrary<WinningStep> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<WinningStep>({ does: "start" }) },
  { weight: 4, arbitrary: attempt.map((each): WinningStep => ({ does: "pay", attempt: each })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...prices).map((due): WinningStep => ({ does: "change the order", due })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("refund" as const, "dismiss" as const, "try again" as const), attempt)
      .map(([does, each]): WinningStep => ({ does, attempt: each })),
  },
);

/** A shop that does in its own methods what the model does in its own words. */
class Played {
  readonly shop = new TestShop();
  readonly forms: URLSearchParams[] = [];
  due: number;

  constructor(due: number) {
    this.due = due;
    this.shop.due = () => money(this.due, "USD");
  }

  async take(each: WinningStep): Promise<void> {
    const { shop } = this;
    switch (each.does) {
      case "change the order":
        this.due = each.due;
        return;
      case "start": {
        shop.answer = redirectResponse(`https://gateway.test/page/${this.forms.length}`);
        const { reused } = await shop.gateway.start({ ...hostedSaleInput(), amount: money(this.due, "USD") });
        if (!reused) this.forms.push(shop.lastForm);
        return;
      }
      case "pay": {
        const form = this.forms[each.attempt];
        if (form !== undefined) await shop.notify({ transaction_id: `T${each.attempt}` }, form);
        return;
      }
      case "refund":
      case "dismiss":
      case "try again":
        return this.#resolve(each.does, this.#attemptId(each.attempt));
    }
  }

  async #resolve(does: "refund" | "dismiss" | "try again", attemptId: string): Promise<void> {
    const { gateway } = this.shop;
    const item = (await gateway.reviewItems()).find((each) => each.attemptId === attemptId);
    if (item === undefined) return;
    if (does === "try again") {
      await gateway.retryReviewItem(item.id, { operator });
      return;
    }
    const action = does === "refund" ? "record-refund" : "dismiss";
    await gateway.resolveReviewItem({ attemptId, reviewItemId: item.id, action, operator, note: "Looked." });
  }

  #attemptId(index: number): string {
    return this.forms[index]?.get("pay_orderid") ?? "";
  }

  /** Each attempt in the model's words. */
  async attempts(): Promise<readonly { readonly price: number; readonly state: string }[]> {
    const { attempts, reviewItems } = await this.shop.gateway.status({ reference: "order-1" });
    return this.forms.map((_, index) => {
      const attemptId = this.#attemptId(index);
      const payment = attempts.find((each) => each.attemptId === attemptId);
      const kinds = reviewItems.filter((each) => each.attemptId === attemptId).map(({ kind }) => kind);
      if (payment === undefined) throw new Error("The status does not contain the attempt.");
      const { state, isWinning, amount: price } = payment;
      const names: Readonly<Record<string, string>> = {
        "pending/": "open",
        "paid/order-not-placed": "not placed",
        "paid/wins": "wins",
        "paid/paid-twice": "paid twice",
        "refunded/": "refunded",
        "closed/": "closed",
      };
      const seen = [state, isWinning ? ["wins", ...kinds].join() : kinds.join()].join("/");
      return { price: price.minor, state: names[seen] ?? seen };
    });
  }
}

test("the attempt whose amount is due wins, and a refund frees the payment, in any order of facts (ENG-WINS, ENG-FREE)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...prices), fc.array(step, { maxLength: 25 }), async (due, steps) => {
      const [model, played] = [new WinningModel(due), new Played(due)];
      for (const each of steps) {
        model.take(each);
        await played.take(each);
        expect(await played.attempts()).toEqual(model.attempts);
        const winner = model.attempts.findIndex(({ state }) => state === "wins");
        const placed = winner === -1 ? [] : [`${played.forms[winner]?.get("pay_orderid")}/place-order`];
        expect(played.shop.placed).toEqual(placed);
      }
    }),
    { numRuns: 300 },
  );
});
