import type { BuyerPageTexts } from "./languages/en.ts";

/** The buyer's choice on a page where the sandbox plays the bank or the wallet. */
export const buyerChoices = ["approve", "refuse", "later"] as const;

export type BuyerChoice = (typeof buyerChoices)[number];

export function BuyerChoiceForm({ action, words: { choice } }: { action: string; words: BuyerPageTexts }) {
  return (
    <form method="post" action={action}>
      <button type="submit" name="choice" value="approve">
        {choice.approve}
      </button>
      <button type="submit" name="choice" value="refuse" class="second">
        {choice.refuse}
      </button>
      <button type="submit" name="choice" value="later" class="third">
        {choice.later}
      </button>
    </form>
  );
}
