import { Button, Text } from "@medusajs/ui";
import { decisionsOn, namesCycle } from "@pay-index/core/staff";
import { useState } from "react";
import type { BulkAction, Item, QueueItem } from "./admin-api.ts";
import { BulkDrawer } from "./bulk-drawer.tsx";
import type { Bulk } from "./use-bulk.ts";
import { useWords, withValues } from "./words.ts";

/** Work of the shop that failed, or has to look again. All others only a person can decide. */
const retried: ReadonlySet<Item["kind"]> = new Set([
  "paid",
  "cycle",
  "closed",
  "missed",
  "cycle-due",
  "check-result",
  "not-verified",
]);

/** What can be done about all items of this kind that are chosen. Each refund has an amount of its own. */
function actionsOn(kind: Item["kind"]): readonly BulkAction[] {
  const decisions = decisionsOn(kind).flatMap((each) =>
    each === "refunded" || namesCycle(kind, each) ? [] : [each],
  );
  return retried.has(kind) ? ["work", ...decisions] : decisions;
}

/** What to do about the items that are chosen, which are of one kind. */
export function BulkBar({ chosen, bulk }: Readonly<{ chosen: readonly QueueItem[]; bulk: Bulk }>) {
  const { page, decisions } = useWords();
  const [asked, setAsked] = useState<Exclude<BulkAction, "work">>();
  const [first] = chosen;
  if (first === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 py-4" data-testid="pay-index-bulk">
      <Text size="small" weight="plus" role="status">
        {withValues(page.selected, { count: chosen.length })}
      </Text>
      {actionsOn(first.kind).map((action) =>
        action === "work" ? (
          <Button
            key={action}
            size="small"
            isLoading={bulk.isPending}
            onClick={() => bulk.run({ action, note: "" })}
          >
            {page.tryAgain}
          </Button>
        ) : (
          <Button key={action} size="small" variant="secondary" onClick={() => setAsked(action)}>
            {decisions[action].button}
          </Button>
        ),
      )}
      <Button size="small" variant="transparent" onClick={bulk.clear}>
        {page.cancel}
      </Button>
      {asked !== undefined && (
        <BulkDrawer
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
