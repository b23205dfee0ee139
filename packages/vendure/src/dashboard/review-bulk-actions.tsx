import { allowedActions, isRetriable, requiresCycle, retryResultText } from "@pay-index/core/staff";
import { Button, toast, useMutation, useQueryClient } from "@vendure/dashboard";
import { useState } from "react";
import { errorText, type OperatorAction } from "./admin-api.ts";
import { AskGatewayButton } from "./ask-gateway-button.tsx";
import { BulkActionDialog } from "./bulk-action-dialog.tsx";
import type { ReviewKind } from "./review-kinds.ts";
import { type BulkItemOutcome, type ReviewQueueItem, retryReviewItems } from "./review-queue-api.ts";
import { BulkActionProblems, SelectionBar } from "./selection-bar.tsx";
import { fillText, toCoreName, useStaffTexts } from "./staff-texts.tsx";

type BulkAction = Exclude<OperatorAction, "RECORD_REFUND">;
const bulkActionNames: readonly BulkAction[] = ["ACCEPT", "DISMISS"];

interface Props {
  /** Undefined if none is selected. */
  readonly kind: ReviewKind | undefined;
  readonly selected: readonly ReviewQueueItem[];
  /** Called when the items are no longer selected. */
  onDone(): void;
}

/** The actions for several review items of one kind. */
export function ReviewBulkActions({ kind, selected, onDone }: Props) {
  const [chosen, setChosen] = useState<BulkAction>();
  const [left, setLeft] = useState<readonly string[]>([]);
  const onOutcomes = useBulkOutcomes(selected, (problems) => {
    setLeft(problems);
    setChosen(undefined);
    onDone();
  });
  // The gateway answers about the first payment of a subscription, not about later cycles.
  const canBeQueried = selected.every(({ item }) => item.cycle === null);
  if (kind === undefined) return <BulkActionProblems problems={left} />;
  return (
    <SelectionBar count={selected.length}>
      <BulkActionButtons kind={kind} selected={selected} onOutcomes={onOutcomes} onChoose={setChosen} />
      {canBeQueried && (
        <AskGatewayButton
          attemptIds={[...new Set(selected.map(({ item }) => item.attemptId))]}
          onDone={(problems) => {
            setLeft(problems);
            onDone();
          }}
        />
      )}
      {chosen !== undefined && (
        <BulkActionDialog
          kind={kind}
          action={chosen}
          ids={selected.map(({ item }) => item.id)}
          onOutcomes={onOutcomes}
          onClose={() => setChosen(undefined)}
        />
      )}
    </SelectionBar>
  );
}

interface BulkActionButtonsProps extends RetryAllButtonProps {
  readonly kind: ReviewKind;
  onChoose(action: BulkAction): void;
}

function BulkActionButtons({ kind, selected, onOutcomes, onChoose }: BulkActionButtonsProps) {
  const { actions: words } = useStaffTexts();
  const possible = bulkActionNames.filter(
    (each) =>
      allowedActions(toCoreName(kind)).includes(toCoreName(each)) &&
      !requiresCycle(toCoreName(kind), toCoreName(each)),
  );
  return (
    <>
      {isRetriable(toCoreName(kind)) && <RetryAllButton selected={selected} onOutcomes={onOutcomes} />}
      {possible.map((action) => (
        <Button key={action} type="button" size="sm" variant="outline" onClick={() => onChoose(action)}>
          {words[toCoreName(action)].button}
        </Button>
      ))}
    </>
  );
}

/** Displays how many items are resolved, and why the others are not. */
function useBulkOutcomes(
  selected: readonly ReviewQueueItem[],
  onLeft: (problems: readonly string[]) => void,
) {
  const { page } = useStaffTexts();
  const client = useQueryClient();
  return async (outcomes: readonly BulkItemOutcome[]) => {
    const open = outcomes.filter(({ isOpen }) => isOpen);
    const done = fillText(page.bulkDone, { count: outcomes.length - open.length });
    if (open.length === 0) toast.success(done);
    else toast.warning(`${done}, ${fillText(page.bulkOpen, { count: open.length })}`);
    const codeOf = (id: string) => selected.find(({ item }) => item.id === id)?.orderCode ?? "";
    onLeft(open.map(({ id, problem }) => `${page.order} ${codeOf(id)}: ${problem ?? ""}`));
    await client.invalidateQueries();
  };
}

interface RetryAllButtonProps {
  readonly selected: readonly ReviewQueueItem[];
  onOutcomes(outcomes: readonly BulkItemOutcome[]): Promise<void>;
}

function RetryAllButton({ selected, onOutcomes }: RetryAllButtonProps) {
  const words = useStaffTexts();
  const { page } = words;
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryReviewItems(selected.map(({ item }) => item.id)),
    onSuccess: (results) =>
      onOutcomes(
        results.map(({ id, outcome, problem }) => ({
          id,
          isOpen: outcome !== "DONE",
          problem: retryResultText(words, { outcome: toCoreName(outcome), problem }),
        })),
      ),
    onError: (error: Error) => toast.error(page.retryNotStarted, { description: errorText(error) }),
  });
  return (
    <Button type="button" size="sm" disabled={isPending} onClick={() => mutate()}>
      {page.retry}
    </Button>
  );
}
