import { Button, toast, usePrompt } from "@medusajs/ui";
import { cancelOutcomeText } from "@pay-index/core/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelSubscription } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";
import { useCapability } from "./use-gateway-query.ts";

/** Cancels a subscription after a confirmation, and displays the gateway's answer. Empty if the shop cannot cancel. */
export function CancelSubscriptionButton({ attemptId }: Readonly<{ attemptId: string }>) {
  const words = useStaffTexts();
  const { cancel, explanation, keep, notAsked } = words.cancellation;
  const client = useQueryClient();
  const confirm = usePrompt();
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelSubscription(attemptId),
    onSuccess: (answer) => {
      const display = answer.outcome === "cancelled" ? toast.success : toast.warning;
      display(cancelOutcomeText(words, answer));
    },
    onError: ({ message }) => toast.error(notAsked, { description: message }),
    onSettled: () => client.invalidateQueries(),
  });
  if (!useCapability("cancel-subscription")) return null;
  const onClick = async () => {
    const question = { title: cancel, description: explanation, confirmText: cancel, cancelText: keep };
    if (await confirm(question)) mutate();
  };
  return (
    <Button
      size="small"
      variant="secondary"
      className="self-start"
      isLoading={isPending}
      onClick={() => void onClick()}
    >
      {cancel}
    </Button>
  );
}
