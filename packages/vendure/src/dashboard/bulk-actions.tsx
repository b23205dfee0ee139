import { decisionsOn, namesCycle, retryText } from "@pay-index/core/staff";
import { Button, toast, useMutation, useQueryClient } from "@vendure/dashboard";
import { useState } from "react";
import { type Decision, type Kind, saidBy } from "./admin-api.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { type Outcome, type QueueItem, workItems } from "./queue-api.ts";
import { fill, inCore, useWords } from "./words.tsx";

type BulkDecision = Exclude<Decision, "REFUNDED">;
const bulkDecisions: readonly BulkDecision[] = ["ACCEPTED", "CLOSED"];

/** What the shop does again when staff ask for it. */
const retriable: ReadonlySet<Kind> = new Set([
  "PAID",
  "CYCLE",
  "CLOSED",
  "MISSED",
  "CYCLE_DUE",
  "CHECK_RESULT",
  "NOT_VERIFIED",
]);

interface Props {
  /** Undefined: none is selected. */
  readonly kind: Kind | undefined;
  readonly selected: readonly QueueItem[];
  /** They are no longer selected. */
  onDone(): void;
}

/** What can be done with several review items of one kind. */
export function BulkActions({ kind, selected, onDone }: Props) {
  const [chosen, setChosen] = useState<BulkDecision>();
  const [left, setLeft] = useState<readonly string[]>([]);
  const onOutcomes = useOutcomes(selected, (problems) => {
    setLeft(problems);
    setChosen(undefined);
    onDone();
  });
  if (kind === undefined) return <Left problems={left} />;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border p-2" data-testid="pay-index-bulk">
      <Buttons kind={kind} selected={selected} onOutcomes={onOutcomes} onChoose={setChosen} />
      {chosen !== undefined && (
        <BulkDialog
          kind={kind}
          action={chosen}
          ids={selected.map(({ item }) => item.id)}
          onOutcomes={onOutcomes}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

interface ButtonsProps extends RetryProps {
  readonly kind: Kind;
  onChoose(decision: BulkDecision): void;
}

function Buttons({ kind, selected, onOutcomes, onChoose }: ButtonsProps) {
  const { decisions: words, page } = useWords();
  const possible = bulkDecisions.filter(
    (each) => decisionsOn(inCore(kind)).includes(inCore(each)) && !namesCycle(inCore(kind), inCore(each)),
  );
  return (
    <>
      <span className="text-sm font-medium" role="status">
        {fill(page.selected, { count: selected.length })}
      </span>
      {retriable.has(kind) && <RetryAll selected={selected} onOutcomes={onOutcomes} />}
      {possible.map((decision) => (
        <Button key={decision} type="button" size="sm" variant="outline" onClick={() => onChoose(decision)}>
          {words[inCore(decision)].button}
        </Button>
      ))}
    </>
  );
}

/** Tells how many are resolved, and of each that is not, why. */
function useOutcomes(selected: readonly QueueItem[], onLeft: (problems: readonly string[]) => void) {
  const { page } = useWords();
  const client = useQueryClient();
  return async (outcomes: readonly Outcome[]) => {
    const open = outcomes.filter(({ isOpen }) => isOpen);
    const done = fill(page.bulkDone, { count: outcomes.length - open.length });
    if (open.length === 0) toast.success(done);
    else toast.warning(`${done}, ${fill(page.bulkLeft, { count: open.length })}`);
    const codeOf = (id: string) => selected.find(({ item }) => item.id === id)?.orderCode ?? "";
    onLeft(open.map(({ id, problem }) => `${page.order} ${codeOf(id)}: ${problem ?? ""}`));
    await client.invalidateQueries();
  };
}

function Left({ problems }: Readonly<{ problems: readonly string[] }>) {
  if (problems.length === 0) return null;
  return (
    <ul role="alert" className="space-y-1 border-l-2 border-destructive pl-2 text-sm wrap-anywhere">
      {problems.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

interface RetryProps {
  readonly selected: readonly QueueItem[];
  onOutcomes(outcomes: readonly Outcome[]): Promise<void>;
}

function RetryAll({ selected, onOutcomes }: RetryProps) {
  const words = useWords();
  const { page } = words;
  const { mutate, isPending } = useMutation({
    mutationFn: () => workItems(selected.map(({ item }) => item.id)),
    onSuccess: (results) =>
      onOutcomes(
        results.map(({ id, outcome, problem }) => ({
          id,
          isOpen: outcome !== "DONE",
          problem: retryText(words, { outcome: inCore(outcome), problem }),
        })),
      ),
    onError: (error: Error) => toast.error(page.notTried, { description: saidBy(error) }),
  });
  return (
    <Button type="button" size="sm" disabled={isPending} onClick={() => mutate()}>
      {page.tryAgain}
    </Button>
  );
}
