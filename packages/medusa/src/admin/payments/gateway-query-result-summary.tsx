import { Text } from "@medusajs/ui";
import { queryAnswerText, queryProblemText, querySummaryText } from "@pay-index/core/staff";
import type { GatewayQueryAnswer } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** Displays how many attempts have each answer, and why the gateway reported nothing about the others. */
export function GatewayQueryResultSummary({
  answers,
}: Readonly<{ answers: readonly GatewayQueryAnswer[] | undefined }>) {
  const words = useStaffTexts();
  if (answers === undefined) return null;
  const unanswered = answers.filter(({ outcome }) => outcome !== "reported");
  return (
    <div className="flex flex-col gap-y-2 px-6 py-4" role="status" data-testid="pay-index-query-result">
      <Text size="small" weight="plus">
        {words.query.answer}: {querySummaryText(words, answers)}
      </Text>
      {unanswered.length > 0 && (
        <ul className="flex flex-col gap-y-1">
          {unanswered.map((answer) => (
            <li key={answer.id}>
              <Text size="small" className="break-words">
                {answer.id} · {queryAnswerText(words, answer)} · {queryProblemText(words, answer)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
