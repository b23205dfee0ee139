/** The buyer's answer where the sandbox asks instead of a bank or a wallet. */
export const verdicts = ["approve", "refuse", "later"] as const;

export type Verdict = (typeof verdicts)[number];

export function VerdictForm({ action }: { action: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit" name="verdict" value="approve">
        Approve
      </button>
      <button type="submit" name="verdict" value="refuse" class="second">
        Refuse
      </button>
      <button type="submit" name="verdict" value="later" class="third">
        Go back while it is still processing
      </button>
    </form>
  );
}
