import type { BuyerPageTexts } from "./languages/en.ts";

/** The buyer's choice on a page where the sandbox plays the bank or the wallet. */
export const buyerChoices = ["approve", "refuse", "later"] as const;

export type BuyerChoice = (typeof buyerChoices)[number];

const looks: Readonly<Partial<Record<BuyerChoice, string>>> = { refuse: "second", later: "third" };

export function BuyerChoiceForm({ action, words }: { action: string; words: BuyerPageTexts }) {
  return (
    <form method="post" action={action}>
      {buyerChoices.map((choice) => (
        <button type="submit" name="choice" value={choice} class={looks[choice]}>
          {words.choice[choice]}
        </button>
      ))}
    </form>
  );
}
