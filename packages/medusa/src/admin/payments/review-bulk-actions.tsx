import { Button } from "@medusajs/ui";
import { allowedActions, isRetriable, requiresCycle } from "@pay-index/core/staff";
import { useState } from "react";
import type { BulkAction, ReviewItem, ReviewQueueItem } from "./admin-api.ts";
import { BulkActionDrawer } from "./bulk-action-drawer.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useStaffTexts } from "./staff-texts.ts";
import type { BulkActionRunner } from "./use-bulk-action.ts";
import type { GatewayQueryRunner } from "./use-gateway-query.ts";

/**
 * Returns the actions for several items of this kind. Refunds are not among them, because each refund has its own
 * amount.
 */
function allowedBulkActions(kind: ReviewItem["kind"]): readonly BulkAction[] {
  const actions = allowedActions(kind).flatMap((each) =>
    each === "record-refund" || requiresCycle(kind, each) ? [] : [each],
  );
  return isRetriable(kind) ? ["retry", ...actions] : actions;
}

interface Props {
  readonly chosen: readonly ReviewQueueItem[];
  readonly bulk: BulkActionRunner;
  readonly query: GatewayQueryRunner;
}

/** The actions for the selected items, which are of one kind. */
export function ReviewBulkActions({ chosen, bulk, query }: Props) {
  const { page, actions } = useStaffTexts();
  const [asked, setAsked] = useState<Exclude<BulkAction, "retry">>();
  const [first] = chosen;
  if (first === undefined) return null;
  return (
    <SelectionBar count={chosen.length} onClear={bulk.clear}>
      {allowedBulkActions(first.kind).map((action) =>
        action === "retry" ? (
          <Button
            key={action}
            size="small"
            isLoading={bulk.isPending}
            onClick={() => bulk.run({ action, note: "" })}
          >
            {page.retry}
          </Button>
        ) : (
          <Button key={action} size="small" variant="secondary" onClick={() => setAsked(action)}>
            {actions[action].button}
          </Button>
        ),
      )}
      <AskButton chosen={chosen} query={query} />
      {asked !== undefined && (
        <BulkActionDrawer
          action={asked}
          kind={first.kind}
          count={chosen.length}
          isPending={bulk.isPending}
          onRecord={(note) => bulk.run({ action: asked, note, after: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </SelectionBar>
  );
}

/** Empty for items of later cycles, because the gateway answers about the first payment of a subscription. */
function AskButton({ chosen, query }: Pick<Props, "chosen" | "query">) {
  const { query: words } = useStaffTexts();
  if (!query.isSupported || chosen.some(({ cycle }) => cycle !== null)) return null;
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={query.isPending}
      onClick={() => query.ask(chosen.map(({ attempt_id }) => attempt_id))}
    >
      {words.ask}
    </Button>
  );
}
