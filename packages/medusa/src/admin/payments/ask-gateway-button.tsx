import { Button, toast } from "@medusajs/ui";
import { queryAnswerText, queryProblemText } from "@pay-index/core/staff";
import { useStaffTexts } from "./staff-texts.ts";
import { useGatewayQuery } from "./use-gateway-query.ts";

/** Asks the gateway about one attempt, and displays the answer for a moment. Empty if the shop cannot ask. */
export function AskGatewayButton({ attemptId }: Readonly<{ attemptId: string }>) {
  const words = useStaffTexts();
  const { query } = words;
  const { isSupported, isPending, ask } = useGatewayQuery((answers) => {
    for (const answer of answers)
      toast.info(`${query.answer}: ${queryAnswerText(words, answer)}`, {
        description: queryProblemText(words, answer),
      });
  });
  if (!isSupported) return null;
  return (
    <Button
      size="small"
      variant="secondary"
      className="self-start"
      aria-label={`${query.ask}: ${attemptId}`}
      isLoading={isPending}
      onClick={() => ask([attemptId])}
    >
      {query.ask}
    </Button>
  );
}
