import { allowedActions, retryResultText, reviewItemTexts, reviewItemTitle } from "@pay-index/core/staff";
import {
  Button,
  toast,
  useLocalFormat,
  useMutation,
  usePermissions,
  useQueryClient,
} from "@vendure/dashboard";
import { useState } from "react";
import {
  errorText,
  type OperatorAction,
  operatorActions,
  type PaymentReviewItem,
  retryReviewItem,
} from "./admin-api.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props extends PaymentReviewItem {
  readonly orderId: string;
}

/** A review item: its meaning, its evidence, the advice, and the recommended action. */
export function ReviewItemCard({ orderId, item, recommendedAction, canRetry, refund }: Props) {
  const words = useStaffTexts();
  const { page } = words;
  const { formatDate } = useLocalFormat();
  const about = { ...item, kind: toCoreName(item.kind) };
  const { means, advice } = reviewItemTexts(words, about);
  return (
    <li className="space-y-2 rounded-md border border-destructive/50 p-3" data-kind={item.kind}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 className="font-medium">{reviewItemTitle(words, about)}</h2>
        <time className="text-sm text-muted-foreground" dateTime={item.createdAt}>
          {formatDate(item.createdAt, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </div>
      <p className="text-sm">{means}</p>
      {item.evidence !== "" && (
        <p className="wrap-anywhere rounded bg-muted px-2 py-1 text-sm">
          <span className="text-muted-foreground">{page.evidence}: </span>
          {item.evidence}
        </p>
      )}
      <p className="text-sm font-medium">{advice}</p>
      <ReviewItemActions
        orderId={orderId}
        item={item}
        recommendedAction={recommendedAction}
        canRetry={canRetry}
        refund={refund}
      />
    </li>
  );
}

function ReviewItemActions({ orderId, item, recommendedAction, canRetry, refund }: Props) {
  const { actions: words, page } = useStaffTexts();
  const { hasPermissions } = usePermissions();
  const [chosen, setChosen] = useState<OperatorAction>();
  const mayRefund = ["RefundPayIndexPayment", "UpdateOrder"].every((each) => hasPermissions([each]));
  const isPermitted = (action: string) => action !== "RECORD_REFUND" || mayRefund;
  const possible = operatorActions.filter(
    (each) => isPermitted(each) && allowedActions(toCoreName(item.kind)).includes(toCoreName(each)),
  );
  const others = possible.filter((each) => each !== recommendedAction);
  // The preselected action is a safe one: it dismisses no charge without a refund.
  const isRecommended = recommendedAction !== "RETRY" && isPermitted(recommendedAction);
  const safest = isRecommended ? recommendedAction : possible[0];
  if (!hasPermissions(["UpdatePayIndexPayment"])) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isRecommended && (
        <Button type="button" size="sm" onClick={() => setChosen(recommendedAction)}>
          {words[toCoreName(recommendedAction)].button}
        </Button>
      )}
      {canRetry && (
        <RetryButton
          orderId={orderId}
          id={item.id}
          variant={recommendedAction === "RETRY" ? "default" : "outline"}
        />
      )}
      {others.length > 0 && (
        <Button type="button" size="sm" variant="ghost" onClick={() => setChosen(safest)}>
          {page.otherActions}
        </Button>
      )}
      {chosen !== undefined && (
        <ResolveDialog
          orderId={orderId}
          item={item}
          defaults={refund}
          first={chosen}
          possible={possible}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

function RetryButton({
  orderId,
  id,
  variant,
}: Readonly<{ orderId: string; id: string; variant: "default" | "outline" }>) {
  const words = useStaffTexts();
  const { page } = words;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryReviewItem(orderId, id),
    onSuccess: ({ outcome, problem }) => {
      const text = retryResultText(words, { outcome: toCoreName(outcome), problem });
      if (outcome === "DONE") toast.success(text);
      else toast.warning(text);
    },
    onError: (error: Error) => toast.error(page.retryNotStarted, { description: errorText(error) }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button type="button" size="sm" variant={variant} disabled={isPending} onClick={() => mutate()}>
      {page.retry}
    </Button>
  );
}
