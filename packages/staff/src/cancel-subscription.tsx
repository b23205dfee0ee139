import { cancelOutcomeText } from "@pay-index/core/staff";
import { useStaff } from "./staff-provider.tsx";
import { useDialogForm } from "./use-action.ts";

interface Props {
  readonly attemptId: string;
}

/** Cancels a subscription after a confirmation. Empty if the shop cannot cancel, or the person may not. */
export function CancelSubscriptionButton({ attemptId }: Props) {
  const { kit, words, may, can, openDialog } = useStaff();
  if (!can("cancel-subscription") || !may("cancel")) return null;
  return (
    <kit.Row>
      <kit.Button onPress={() => openDialog(<CancelDialog attemptId={attemptId} />)}>
        {words.cancellation.cancel}
      </kit.Button>
    </kit.Row>
  );
}

function CancelDialog({ attemptId }: Props) {
  const { kit, client, words } = useStaff();
  const { cancel, explanation, keep, notAsked } = words.cancellation;
  const { dialog, submit } = useDialogForm({
    run: () => client.cancel(attemptId),
    onSuccess: (answer) => {
      const tone = answer.outcome === "cancelled" ? "good" : "waiting";
      kit.notify({ tone, title: cancelOutcomeText(words, answer) });
    },
    notDone: notAsked,
    ids: {},
  });
  return (
    <kit.Dialog
      {...dialog}
      isQuestion
      title={cancel}
      description={explanation}
      submit={cancel}
      cancel={keep}
      onSubmit={() => submit()}
    />
  );
}
