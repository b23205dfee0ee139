import { Button, StatusBadge, Text, toast } from "@medusajs/ui";
import { allowedActions, retryResultText, reviewItemTitle } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type OperatorAction, type ReviewItem, retryReviewItem } from "./admin-api.ts";
import { ResolveDrawer } from "./resolve-drawer.tsx";
import { useInstantFormat, useStaffTexts } from "./staff-texts.ts";

/** One thing to look at: what it means, its evidence, what to do, and the one button for it. */
export function ReviewItemCard({ item }: Readonly<{ item: ReviewItem }>) {
  const words = useStaffTexts();
  const { reviewItems: items, page } = words;
  const instant = useInstantFormat();
  const { means, advice } = items[item.kind];
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4" data-kind={item.kind}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <StatusBadge color="red">{reviewItemTitle(words, item)}</StatusBadge>
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
      <Text size="small" weight="plus">
        {advice}
      </Text>
      <ReviewItemActions item={item} />
    </li>
  );
}

function ReviewItemActions({ item }: Readonly<{ item: ReviewItem }>) {
  const { actions: words, page } = useStaffTexts();
  const [chosen, setChosen] = useState<OperatorAction>();
  const { advised } = item;
  const possible = allowedActions(item.kind);
  const hasOther = possible.some((decision) => decision !== advised);
  // Whoever records without choosing records what is safe: no charge is closed without its refund.
  const safest = advised === "retry" ? possible[0] : advised;
  return (
    <div className="flex flex-wrap gap-2">
      {advised !== "retry" && (
        <Button size="small" onClick={() => setChosen(advised)}>
          {words[advised].button}
        </Button>
      )}
      {item.can_retry && <RetryButton id={item.id} variant={advised === "retry" ? "primary" : "secondary"} />}
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
