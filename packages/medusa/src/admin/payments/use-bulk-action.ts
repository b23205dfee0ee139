import { toast } from "@medusajs/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BulkAction, type BulkItemResult, type ReviewQueueItem, runBulkAction } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";

interface BulkActionRequest {
  readonly action: BulkAction;
  readonly note: string;
  /** Runs after the server has answered. */
  after?(): void;
}

/** The results of a bulk action. */
export interface BulkActionOutcome {
  readonly done: number;
  readonly left: readonly (BulkItemResult & { readonly item: ReviewQueueItem | undefined })[];
}

export interface BulkActionRunner {
  readonly isPending: boolean;
  readonly outcome: BulkActionOutcome | undefined;
  run(order: BulkActionRequest): void;
  /** Clears the selection. */
  clear(): void;
  /** Forgets the results. */
  reset(): void;
}

/** Runs an action for the selected items, and stores the results until the next action. */
export function useBulkAction(chosen: readonly ReviewQueueItem[], clear: () => void): BulkActionRunner {
  const { page } = useStaffTexts();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<BulkActionOutcome>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, note }: BulkActionRequest) =>
      runBulkAction(
        chosen.map(({ id }) => id),
        action,
        note,
      ),
    onSuccess: (results, { after }) => {
      const left = results.filter((each) => each.outcome !== "done");
      const found = left.map((each) => ({ ...each, item: chosen.find(({ id }) => id === each.id) }));
      setOutcome({ done: results.length - left.length, left: found });
      clear();
      after?.();
    },
    onError: ({ message }) => toast.error(page.notRecorded, { description: message }),
    onSettled: () => client.invalidateQueries(),
  });
  return { isPending, outcome, run: (order) => mutate(order), clear, reset: () => setOutcome(undefined) };
}
