import { Button, StatusBadge, Text, toast } from "@medusajs/ui";
import { allowedActions, retryResultText, reviewItemTexts, reviewItemTitle } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type OperatorAction, type ReviewItem, retryReviewItem } from "./admin-api.ts";
import { ResolveDrawer } from "./resolve-drawer.tsx";
import { fillText, useInstantFormat, useStaffTexts } from "./staff-texts.ts";

/** A review item: its meaning, its evidence, the advice, and the recommended action. */
export function ReviewItemCard({ item }: Readonly<{ item: ReviewItem }>) {
  const words = useStaffTexts();
  const { page } = words;
  const instant = useInstantFormat();
  const about = { ...item, problemCode: item.problem_code };
  const { means, advice } = reviewItemTexts(words, about);
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4" data-kind={item.kind}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <StatusBadge color="red">{reviewItemTitle(words, about)}</StatusBadge>
        <Text size="small" className="text-ui-fg-subtle">
          <time dateTime={item.created_at}>{instant(item.created_at, "short")}</time>
        </Text>
      </div>
      <Text size="small">{means}</Text>
      {item.evidence !== "" && (
        <Text size="small" className="bg-ui-bg-subtle break-words rounded-md px-2 py-1">
          <span className="text-ui-fg-subtle">{page.evidence}: </span>
          {item.evidence}
        </Text>
      )}
      <FailedRefundText refund={item.failed_refund} />
      <Text size="small" weight="plus">
        {advice}
      </Text>
      <ReviewItemActions item={item} />
    </li>
  );
}

/** What Medusa's own records say of a failed refund. Empty for items about anything else. */
function FailedRefundText({ refund }: Readonly<{ refund: ReviewItem["failed_refund"] }>) {
  const { refundForm: words } = useStaffTexts();
  if (refund === null) return null;
  const { amount, currency_code, is_refunded_in_medusa } = refund;
  const values = { amount, currency: currency_code.toUpperCase() };
  return (
    <Text size="small">{is_refunded_in_medusa ? fillText(words.recorded, values) : words.notRecorded}</Text>
  );
}

function ReviewItemActions({ item }: Readonly<{ item: ReviewItem }>) {
  const { actions: words, page } = useStaffTexts();
  const [chosen, setChosen] = useState<OperatorAction>();
  const { recommended_action: recommended } = item;
  const possible = allowedActions(item.kind);
  const hasOther = possible.some((each) => each !== recommended);
  // The preselected action is a safe one: it dismisses no charge without a refund.
  const safest = recommended === "retry" ? possible[0] : recommended;
  return (
    <div className="flex flex-wrap gap-2">
      {recommended !== "retry" && (
        <Button size="small" onClick={() => setChosen(recommended)}>
          {words[recommended].button}
        </Button>
      )}
      {item.can_retry && (
        <RetryButton id={item.id} variant={recommended === "retry" ? "primary" : "secondary"} />
      )}
      {hasOther && (
        <Button size="small" variant="secondary" onClick={() => setChosen(safest)}>
          {page.otherActions}
        </Button>
      )}
      {chosen !== undefined && (
        <ResolveDrawer item={item} first={chosen} possible={possible} onClose={() => setChosen(undefined)} />
      )}
    </div>
  );
}

function RetryButton({ id, variant }: Readonly<{ id: string; variant: "primary" | "secondary" }>) {
  const words = useStaffTexts();
  const { page } = words;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryReviewItem(id),
    onSuccess: (result) => {
      if (result.outcome === "done") toast.success(retryResultText(words, result));
      else toast.warning(retryResultText(words, result));
    },
    onError: ({ message }) => toast.error(page.retryNotStarted, { description: message }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button size="small" variant={variant} isLoading={isPending} onClick={() => mutate()}>
      {page.retry}
    </Button>
  );
}
