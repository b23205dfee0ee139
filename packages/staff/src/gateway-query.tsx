import { queryAnswerText, queryProblemText, querySummaryText } from "@pay-index/core/staff";
import type { QueryAnswer } from "@pay-index/server/staff";
import { ResultSummary } from "./selectable-list.tsx";
import { useStaff } from "./staff-provider.tsx";
import { useAction } from "./use-action.ts";

/** Asks the gateway about attempts. */
export interface GatewayQuery {
  /** Whether this shop can ask, and the person may. */
  readonly isPossible: boolean;
  readonly isPending: boolean;
  /** The answers to the last query. */
  readonly answers: readonly QueryAnswer[] | undefined;
  ask(attemptIds: readonly string[]): void;
  /** Forgets the answers. */
  reset(): void;
}

/** @param onAnswers runs when the gateway was asked, before the page loads its data again */
export function useGatewayQuery(onAnswers: (answers: readonly QueryAnswer[]) => void): GatewayQuery {
  const { client, words, may, can } = useStaff();
  const { mutate, reset, isPending, data } = useAction({
    run: (ids: readonly string[]) => client.query(ids),
    onSuccess: onAnswers,
    notDone: words.query.notAsked,
  });
  return {
    isPossible: can("payment-query") && may("resolve"),
    isPending,
    answers: data,
    // Several review items can be about one attempt.
    ask: (attemptIds) => mutate([...new Set(attemptIds)]),
    reset,
  };
}

/** Asks about one attempt, and displays the answer for a moment. Empty if the shop cannot ask. */
export function AskGatewayButton({ attemptId }: { readonly attemptId: string }) {
  const { kit, words } = useStaff();
  const { query } = words;
  const { isPossible, isPending, ask } = useGatewayQuery((answers) => {
    for (const answer of answers)
      kit.notify({
        tone: answer.outcome === "reported" ? "info" : "waiting",
        title: `${query.answer}: ${queryAnswerText(words, answer)}`,
        description: queryProblemText(words, answer),
      });
  });
  if (!isPossible) return null;
  return (
    <kit.Button label={`${query.ask}: ${attemptId}`} isPending={isPending} onPress={() => ask([attemptId])}>
      {query.ask}
    </kit.Button>
  );
}

/** How many attempts have each answer, and why the gateway reported nothing about the others. */
export function GatewayAnswers({ answers }: Pick<GatewayQuery, "answers">) {
  const { words } = useStaff();
  if (answers === undefined) return null;
  const unanswered = answers.filter(({ outcome }) => outcome !== "reported");
  return (
    <ResultSummary
      testId="pay-index-query-result"
      title={`${words.query.answer}: ${querySummaryText(words, answers)}`}
      lines={unanswered.map((answer) => {
        const { id } = answer;
        return [id, `${id} · ${queryAnswerText(words, answer)} · ${queryProblemText(words, answer)}`];
      })}
    />
  );
}
