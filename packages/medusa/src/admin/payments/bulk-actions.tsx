import { Button, Text } from "@medusajs/ui";
import { allowedActions, isRetriable, requiresCycle } from "@pay-index/core/staff";
import { useState } from "react";
import type { BulkAction, ReviewItem, ReviewQueueItem } from "./admin-api.ts";
import { BulkActionDrawer } from "./bulk-action-drawer.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";
import type { BulkActionRunner } from "./use-bulk-action.ts";

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

/** The actions for the selected items, which are of one kind. */
export function BulkActions({
  chosen,
  bulk,
}: Readonly<{ chosen: readonly ReviewQueueItem[]; bulk: BulkActionRunner }>) {
  const { page, actions } = useStaffTexts();
  const [asked, setAsked] = useState<Exclude<BulkAction, "retry">>();
  const [first] = chosen;
  if (first === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-4" data-testid="pay-index-bulk">
      <Text size="small" weight="plus" role="status">
        {fillText(page.selected, { count: chosen.length })}
      </Text>
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
      <Button size="small" variant="transparent" onClick={bulk.clear}>
        {page.cancel}
      </Button>
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
    </div>
  );
}
