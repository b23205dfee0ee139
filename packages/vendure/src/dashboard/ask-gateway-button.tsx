import {
  type QueryResultFields,
  queryAnswerText,
  queryProblemText,
  querySummaryText,
  type StaffTexts,
} from "@pay-index/core/staff";
import { Button, toast, useMutation, useQueryClient } from "@vendure/dashboard";
import { errorText } from "./admin-api.ts";
import { type GatewayQueryAnswer, queryAttemptsAtGateway, useCanCallGateway } from "./gateway-query-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly attemptIds: readonly string[];
  /** Called with the problems, after which the page displays them. Without it, the message contains them. */
  onDone?(problems: readonly string[]): void;
}

/** Asks the gateway about attempts, and displays a summary of its answers. Hidden from those who cannot ask. */
export function AskGatewayButton({ attemptIds, onDone }: Props) {
  const words = useStaffTexts();
  const { query } = words;
  const client = useQueryClient();
  const canQuery = useCanCallGateway("PAYMENT_QUERY");
  const { mutate, isPending } = useMutation({
    mutationFn: () => queryAttemptsAtGateway(attemptIds),
    onSuccess: (answers) => {
      const problems = problemsOf(answers, words);
      const summary = `${query.answer}: ${querySummaryText(words, answers.map(toQueryResultFields))}`;
      const display = problems.length === 0 ? toast.success : toast.warning;
      display(summary, { description: onDone ? undefined : problems.join(" ") });
      onDone?.(problems);
    },
    onError: (error: Error) => toast.error(query.notAsked, { description: errorText(error) }),
    onSettled: () => client.invalidateQueries(),
  });
  if (!canQuery) return null;
  // A page has a button for each attempt, so a screen reader needs the attempt in its name.
  const label = onDone === undefined ? `${query.ask}: ${attemptIds.join(", ")}` : undefined;
  return (
    <Button
      type="button"
      size="sm"
      variant="outline"
      disabled={isPending}
      aria-label={label}
      onClick={() => mutate()}
    >
      {query.ask}
    </Button>
  );
}

/** Returns why the gateway reported nothing about some attempts: one line for each. */
function problemsOf(answers: readonly GatewayQueryAnswer[], words: StaffTexts): readonly string[] {
  return answers
    .filter(({ outcome }) => outcome !== "REPORTED")
    .map((each) => {
      const answer = toQueryResultFields(each);
      return `${each.attemptId} · ${queryAnswerText(words, answer)} · ${queryProblemText(words, answer)}`;
    });
}

function toQueryResultFields({ outcome, state, reason, text }: GatewayQueryAnswer): QueryResultFields {
  return { outcome: toCoreName(outcome), state: state && toCoreName(state), reason, text };
}
