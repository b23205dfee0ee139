import type { BuyerPageTexts } from "./languages/en.ts";

/** The buyer's choice on a page where the sandbox plays the bank or the wallet. */
export const verdicts = ["approve", "refuse", "later"] as const;

export type Verdict = (typeof verdicts)[number];

export function VerdictForm({ action, words: { verdict } }: { action: string; words: BuyerPageTexts }) {
  return (
    <form method="post" action={action}>
      <button type="submit" name="verdict" value="approve">
        {verdict.approve}
      </button>
      <button type="submit" name="verdict" value="refuse" class="second">
        {verdict.refuse}
      </button>
      <button type="submit" name="verdict" value="later" class="third">
        {verdict.later}
      </button>
    </form>
  );
}
