import type { StaffAttempt, StaffCycle, StaffGatewayRefund } from "@pay-index/server/staff";
import { useState } from "react";
import type { Notification } from "./kit.ts";
import { amountProblemText, leftText } from "./resolve-form.ts";
import { useStaff } from "./staff-provider.tsx";
import { type FormProblem, useDialogForm } from "./use-action.ts";

interface ButtonProps {
  readonly charge: Pick<StaffAttempt | StaffCycle, "refundable">;
  readonly attemptId: string;
  /** A later cycle. Undefined: the attempt itself. */
  readonly cycle?: number;
}

/** Refunds through the gateway. Empty if nothing is left to refund, or the person may not. */
export function RefundButton({ charge: { refundable }, attemptId, cycle }: ButtonProps) {
  const { kit, words, may, openDialog } = useStaff();
  if (refundable === null || !may("refund")) return null;
  // Cycle 1 is the attempt itself.
  const charge = { attemptId, refundable, ...(cycle !== undefined && cycle > 1 && { cycle }) };
  return (
    <kit.Button
      label={[`${words.refundForm.open}: ${attemptId}`, cycle].filter(Boolean).join(", ")}
      onPress={() => openDialog(<RefundDialog charge={charge} />)}
    >
      {words.refundForm.open}
    </kit.Button>
  );
}

interface DialogProps {
  readonly charge: {
    readonly attemptId: string;
    readonly refundable: NonNullable<StaffAttempt["refundable"]>;
    readonly cycle?: number;
  };
}

type RefundField = "amount" | "reason";
const ids = { amount: "pay-index-refund-amount", reason: "pay-index-refund-reason" };
const paths = { amount: "amount", reason: "reason" } as const;

/**
 * Asks for the amount and the reason. The server adds the operator. One dialog is one refund: if the answer is lost, sending it again
 * does not refund twice.
 */
function RefundDialog({ charge: { refundable, ...charge } }: DialogProps) {
  const { kit, client, words } = useStaff();
  const { page, refundForm } = words;
  const limit = { ...refundable, left: refundable.amount };
  const [requestId] = useState(createRequestId);
  const form = useState({ amount: refundable.amount, reason: "" });
  const [input] = form;
  const [amount, reason] = [input.amount.trim(), input.reason.trim()];
  const { dialog, submit, fieldOf } = useDialogForm<RefundField, StaffGatewayRefund>({
    run: () => client.refund({ ...charge, amount, reason, requestId }),
    onSuccess: (refund) => kit.notify(toRefundNotification(refund, refundForm.results)),
    notDone: refundForm.notSent,
    ...{ ids, paths },
  });

  function findProblem(): FormProblem<RefundField> | undefined {
    const text = amountProblemText(limit, amount, page);
    if (text !== undefined) return { field: "amount", text };
    return reason === "" ? { field: "reason", text: page.reasonMissing } : undefined;
  }

  return (
    <kit.Dialog
      {...dialog}
      title={refundForm.open}
      description={refundForm.meaning}
      submit={refundForm.send}
      onSubmit={() => submit(findProblem())}
    >
      <kit.TextField
        {...fieldOf("amount", form)}
        type="amount"
        maxLength={20}
        label={`${refundForm.amount} (${refundable.currency})`}
        hint={leftText(limit, page)}
      />
      <kit.TextArea
        {...fieldOf("reason", form)}
        rows={2}
        maxLength={200}
        label={refundForm.reason}
        hint={refundForm.reasonHint}
        placeholder={refundForm.reasonExample}
      />
    </kit.Dialog>
  );
}

function toRefundNotification(
  { state, text }: StaffGatewayRefund,
  results: Readonly<Record<StaffGatewayRefund["state"], string>>,
): Notification {
  const title = results[state];
  if (state === "failed") return { tone: "bad", title, description: text ?? undefined };
  return { tone: state === "unknown" ? "waiting" : "good", title };
}

/** `crypto.randomUUID` does not exist on pages without TLS. */
function createRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `staff-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
