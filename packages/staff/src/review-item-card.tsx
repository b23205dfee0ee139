import {
  allowedActions,
  fillText,
  retryResultText,
  reviewItemTexts,
  reviewItemTitle,
} from "@pay-index/core/staff";
import type { PaymentReviewItem } from "@pay-index/server/staff";
import { Instant } from "./list-parts.tsx";
import { ResolveDialog } from "./resolve-dialog.tsx";
import type { OperatorAction } from "./resolve-form.ts";
import { useStaff } from "./staff-provider.tsx";
import { useAction } from "./use-action.ts";

/** A review item: its meaning, its evidence, the advice, and the recommended action. */
export function ReviewItemCard({ item }: { readonly item: PaymentReviewItem }) {
  const { kit, words } = useStaff();
  const { page, refundForm } = words;
  const { evidence, failedRefund } = item;
  const { means, advice } = reviewItemTexts(words, item);
  return (
    <kit.ListItem data={{ "data-kind": item.kind }}>
      <kit.Row isSpread>
        <kit.Badge tone="bad">{reviewItemTitle(words, item)}</kit.Badge>
        <kit.Text look="muted">
          <Instant at={item.createdAt} />
        </kit.Text>
      </kit.Row>
      <kit.Text>{means}</kit.Text>
      {evidence !== "" && <kit.Facts isInline facts={[{ name: page.evidence, value: evidence }]} />}
      {failedRefund !== null && (
        <kit.Text>
          {failedRefund.isRefundedInShop
            ? fillText(refundForm.recorded, failedRefund.amount)
            : refundForm.notRecorded}
        </kit.Text>
      )}
      <kit.Text look="strong">{advice}</kit.Text>
      <ReviewItemActions item={item} />
    </kit.ListItem>
  );
}

/** The buttons of an item. Empty if the person may not resolve items. */
function ReviewItemActions({ item }: { readonly item: PaymentReviewItem }) {
  const { kit, words, may, openDialog } = useStaff();
  if (!may("resolve")) return null;
  const possible = allowedActions(item.kind).filter((each) => each !== "record-refund" || may("refund"));
  const recommended = possible.find((each) => each === item.recommendedAction);
  // The action that is selected first is a safe one: it dismisses no charge without a refund.
  const safest = recommended ?? possible[0];
  const open = (first: OperatorAction) =>
    openDialog(<ResolveDialog item={item} first={first} possible={possible} />);
  return (
    <kit.Row>
      {recommended !== undefined && (
        <kit.Button look="primary" onPress={() => open(recommended)}>
          {words.actions[recommended].button}
        </kit.Button>
      )}
      {item.canRetry && <RetryButton item={item} />}
      {safest !== undefined && possible.some((each) => each !== recommended) && (
        <kit.Button onPress={() => open(safest)}>{words.page.otherActions}</kit.Button>
      )}
    </kit.Row>
  );
}

function RetryButton({ item: { id, recommendedAction } }: { readonly item: PaymentReviewItem }) {
  const { kit, client, words } = useStaff();
  const { mutate, isPending } = useAction({
    run: () => client.resolve({ ids: [id], action: "retry" }),
    onSuccess: ([result]) => {
      const { outcome, problem } = result ?? { outcome: "not-run", problem: null };
      const title = retryResultText(words, { outcome, problem });
      kit.notify({ tone: outcome === "done" ? "good" : "waiting", title });
    },
    notDone: words.page.retryNotStarted,
  });
  return (
    <kit.Button
      look={recommendedAction === "retry" ? "primary" : "secondary"}
      isPending={isPending}
      onPress={() => mutate()}
    >
      {words.page.retry}
    </kit.Button>
  );
}
