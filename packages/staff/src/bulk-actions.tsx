import {
  actionMeaning,
  allowedActions,
  fillText,
  isRetriable,
  requiresCycle,
  retryResultText,
  reviewItemTitle,
} from "@pay-index/core/staff";
import type { QueuedReviewItem, ResolveResult } from "@pay-index/server/staff";
import { useState } from "react";
import type { GatewayQuery } from "./gateway-query.tsx";
import { NoteField, resolveFieldIds } from "./resolve-dialog.tsx";
import { ResultSummary } from "./selectable-list.tsx";
import { useStaff } from "./staff-provider.tsx";
import { useAction, useDialogForm } from "./use-action.ts";

type BulkAction = "accept" | "dismiss" | "retry";

/**
 * Returns the actions for several items of this kind. Refunds are not among them, because each refund has its own
 * amount.
 */
export function allowedBulkActions(kind: QueuedReviewItem["kind"]): readonly BulkAction[] {
  const actions = allowedActions(kind).flatMap((each) =>
    each === "record-refund" || requiresCycle(kind, each) ? [] : [each],
  );
  return isRetriable(kind) ? ["retry", ...actions] : actions;
}

interface BulkRequest {
  readonly items: readonly QueuedReviewItem[];
  readonly action: BulkAction;
  readonly note: string;
}

/** The results of a bulk action, each with its item. */
interface BulkOutcome {
  readonly results: readonly ResolveResult[];
  readonly items: readonly QueuedReviewItem[];
}

/** Runs an action for several items, and keeps the results until the next action. */
export function useBulkAction(onDone: () => void) {
  const { client, words } = useStaff();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const run = ({ items, action, note }: BulkRequest) =>
    client.resolve({ ids: items.map(({ id }) => id), action, note });
  const show = (results: BulkOutcome["results"], { items }: BulkRequest) => {
    setOutcome({ results, items });
    onDone();
  };
  const retry = useAction({ run, onSuccess: show, notDone: words.page.retryNotStarted });
  return { run, show, retry, outcome, reset: () => setOutcome(undefined) };
}

type BulkActionRunner = ReturnType<typeof useBulkAction>;

interface Props {
  /** The selected items, which are of one kind. */
  readonly chosen: readonly QueuedReviewItem[];
  readonly bulk: BulkActionRunner;
  readonly query: GatewayQuery;
}

export function ReviewBulkActions({ chosen, bulk, query }: Props) {
  const { kit, words, openDialog } = useStaff();
  const { page, actions } = words;
  const [first] = chosen;
  if (first === undefined) return null;
  // The gateway answers about the first payment of a subscription, not about later cycles.
  const canAsk = query.isPossible && chosen.every(({ cycle }) => cycle === null);
  return (
    <>
      {allowedBulkActions(first.kind).map((action) =>
        action === "retry" ? (
          <kit.Button
            key={action}
            look="primary"
            isPending={bulk.retry.isPending}
            onPress={() => bulk.retry.mutate({ items: chosen, action, note: "" })}
          >
            {page.retry}
          </kit.Button>
        ) : (
          <kit.Button
            key={action}
            onPress={() => openDialog(<BulkDialog action={action} items={chosen} bulk={bulk} />)}
          >
            {actions[action].button}
          </kit.Button>
        ),
      )}
      {canAsk && (
        <kit.Button
          isPending={query.isPending}
          onPress={() => query.ask(chosen.map(({ attemptId }) => attemptId))}
        >
          {words.query.ask}
        </kit.Button>
      )}
    </>
  );
}

interface BulkDialogProps {
  readonly action: "accept" | "dismiss";
  /** The items that were selected when the dialog opened. */
  readonly items: readonly QueuedReviewItem[];
  readonly bulk: BulkActionRunner;
}

/** Asks for the reason of one action for several items. */
function BulkDialog({ action, items, bulk }: BulkDialogProps) {
  const { kit, words } = useStaff();
  const { page, actions, reviewItems } = words;
  const form = useState({ note: "" });
  const request = { items, action, note: form[0].note.trim() };
  const { dialog, submit, fieldOf } = useDialogForm<"note", readonly ResolveResult[]>({
    run: () => bulk.run(request),
    onSuccess: (results) => bulk.show(results, request),
    notDone: page.notRecorded,
    ids: resolveFieldIds,
  });
  const kind = items[0]?.kind ?? "no-result";
  return (
    <kit.Dialog
      {...dialog}
      title={actions[action].title}
      onSubmit={() => submit(request.note === "" ? { field: "note", text: page.reasonMissing } : undefined)}
    >
      <kit.Text look="strong">
        {reviewItems[kind].title}: {fillText(page.selected, { count: items.length })}
      </kit.Text>
      <kit.Text>{actionMeaning(words, action, kind)}</kit.Text>
      <NoteField {...fieldOf("note", form)} />
    </kit.Dialog>
  );
}

/** How many items are resolved, and why the others are still open. */
export function BulkResult({ outcome }: Pick<BulkActionRunner, "outcome">) {
  const { words } = useStaff();
  const { page } = words;
  if (outcome === undefined) return null;
  const { results, items } = outcome;
  const left = results.filter((each) => each.outcome !== "done");
  const counts = [
    fillText(page.bulkDone, { count: results.length - left.length }),
    left.length === 0 ? "" : fillText(page.bulkOpen, { count: left.length }),
  ];
  return (
    <ResultSummary
      testId="pay-index-bulk-result"
      title={counts.filter(Boolean).join(" · ")}
      lines={left.map((result) => {
        const item = items.find(({ id }) => id === result.id);
        const name = item === undefined ? result.id : `${reviewItemTitle(words, item)}, ${item.attemptId}`;
        const isNamed = result.outcome === "failed" && result.problem !== null;
        return [result.id, `${name}: ${isNamed ? result.problem : retryResultText(words, result)}`];
      })}
    />
  );
}
