import { Button } from "@medusajs/ui";
import type { ListedAttempt } from "./admin-api.ts";
import { AttemptRow } from "./attempt-row.tsx";
import { GatewayQueryResultSummary } from "./gateway-query-result-summary.tsx";
import { SelectAll } from "./select-all.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useStaffTexts } from "./staff-texts.ts";
import { StatusMessage } from "./status-message.tsx";
import { useGatewayQuery } from "./use-gateway-query.ts";
import { useSelection } from "./use-selection.ts";

interface Props {
  readonly attempts: readonly ListedAttempt[];
  /** Whether a group or a text limits the attempts. */
  readonly isFiltered: boolean;
}

/** The attempts of a page. They can be selected if the shop can ask the gateway about them. */
export function AllAttemptsList({ attempts, isFiltered }: Props) {
  const { attemptList, query: words } = useStaffTexts();
  const selection = useSelection(attempts, attemptId);
  const { chosen } = selection;
  const query = useGatewayQuery(selection.clear);
  return (
    <>
      {query.isSupported && (
        <SelectAll ids={attempts.map(attemptId)} chosen={chosen.length} onSelect={selection.replace} />
      )}
      <SelectionBar count={chosen.length} onClear={selection.clear}>
        <Button size="small" isLoading={query.isPending} onClick={() => query.ask(chosen.map(attemptId))}>
          {words.ask}
        </Button>
      </SelectionBar>
      <GatewayQueryResultSummary answers={query.answers} />
      {attempts.length === 0 ? (
        <StatusMessage role="status" text={isFiltered ? attemptList.noMatches : attemptList.noAttempts} />
      ) : (
        <ol className="divide-y" aria-label={attemptList.title}>
          {attempts.map((attempt) => (
            <AttemptRow
              key={attempt.attempt_id}
              attempt={attempt}
              {...(query.isSupported && { selection })}
            />
          ))}
        </ol>
      )}
    </>
  );
}

function attemptId({ attempt_id }: ListedAttempt): string {
  return attempt_id;
}
