import { cancelOutcomeText } from "@pay-index/core/staff";
import {
  Button,
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  toast,
  useMutation,
  useQueryClient,
} from "@vendure/dashboard";
import { useState } from "react";
import { errorText } from "./admin-api.ts";
import { cancelSubscription } from "./cancel-subscription-api.ts";
import { useCanCallGateway } from "./gateway-query-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly orderId: string;
  readonly attemptId: string;
}

/** Cancels a subscription after a confirmation, and displays the gateway's answer. Hidden from those who cannot cancel. */
export function CancelSubscriptionButton({ orderId, attemptId }: Props) {
  const { cancellation: words } = useStaffTexts();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useCancellation({ orderId, attemptId }, () => setOpen(false));
  if (!useCanCallGateway("CANCEL_SUBSCRIPTION")) return null;
  return (
    <>
      <Button type="button" size="sm" variant="outline" onClick={() => setOpen(true)}>
        {words.cancel}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{words.cancel}</DialogTitle>
            <DialogDescription>{words.explanation}</DialogDescription>
          </DialogHeader>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={() => setOpen(false)}>
              {words.keep}
            </Button>
            <Button type="button" disabled={isPending} onClick={() => mutate()}>
              {words.cancel}
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  );
}

function useCancellation({ orderId, attemptId }: Props, onSettled: () => void) {
  const words = useStaffTexts();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => cancelSubscription(orderId, attemptId),
    onSuccess: (answer) => {
      const outcome = { ...answer, outcome: toCoreName(answer.outcome) };
      const display = outcome.outcome === "cancelled" ? toast.success : toast.warning;
      display(cancelOutcomeText(words, outcome));
    },
    onError: (error: Error) => toast.error(words.cancellation.notAsked, { description: errorText(error) }),
    onSettled: () => {
      onSettled();
      return client.invalidateQueries();
    },
  });
}
