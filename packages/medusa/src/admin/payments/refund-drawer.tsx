import { Label, Textarea, toast } from "@medusajs/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type GatewayRefund, type RefundableCharge, refundAttempt } from "./admin-api.ts";
import { FieldHintAndProblem } from "./field-hint-and-problem.tsx";
import { OperatorActionDrawerLayout } from "./operator-action-drawer-layout.tsx";
import { findInvalidRefundField, RefundTextField, refundableAmountText } from "./recorded-refund-fields.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly charge: RefundableCharge;
  onClose(): void;
}

type Problem = { readonly field: "amount" | "reason"; readonly text: string };

const reasonId = "pay-index-refund-reason";

/** Asks for the amount and the reason of a refund through the gateway. The server adds the operator. */
export function RefundDrawer({ charge, onClose }: Props) {
  const { refundForm: words, page } = useStaffTexts();
  const { refundable } = charge;
  const defaults = { ...refundable, left: refundable.amount, required: true };
  const [amount, setAmount] = useState(refundable.amount);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const { send, isPending } = useRefund(charge, onClose);

  function findProblem(): Problem | undefined {
    switch (findInvalidRefundField(defaults, { amount, reference: "none" })) {
      case "amount":
        return { field: "amount", text: fillText(page.refundAmountWrong, { example: refundable.amount }) };
      case "limit":
        return { field: "amount", text: refundableAmountText(defaults, page) ?? "" };
      case "reference":
      case undefined:
        return reason.trim() === "" ? { field: "reason", text: page.reasonMissing } : undefined;
    }
  }

  function submit() {
    const found = findProblem();
    setProblem(found);
    if (found === undefined) send({ amount: amount.trim(), reason: reason.trim() });
    else document.getElementById(found.field === "amount" ? "pay-index-refund-amount" : reasonId)?.focus();
  }

  return (
    <OperatorActionDrawerLayout
      title={words.open}
      description={words.meaning}
      submit={words.send}
      isPending={isPending}
      onRecord={submit}
      onClose={onClose}
    >
      <RefundTextField
        name="amount"
        required
        problem={problem?.field === "amount" ? problem.text : undefined}
        label={`${words.amount} (${refundable.currency_code.toUpperCase()})`}
        value={amount}
        hint={refundableAmountText(defaults, page)}
        onChange={setAmount}
      />
      <ReasonField
        reason={reason}
        problem={problem?.field === "reason" ? problem.text : undefined}
        onChange={setReason}
      />
    </OperatorActionDrawerLayout>
  );
}

interface ReasonFieldProps {
  readonly reason: string;
  readonly problem: string | undefined;
  onChange(reason: string): void;
}

function ReasonField({ reason, problem, onChange }: ReasonFieldProps) {
  const { refundForm: words } = useStaffTexts();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={reasonId}>{words.reason}</Label>
      <Textarea
        id={reasonId}
        value={reason}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={`${reasonId}-message`}
        maxLength={200}
        rows={2}
        placeholder={words.reasonExample}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldHintAndProblem id={`${reasonId}-message`} hint={words.reasonHint} problem={problem} />
    </div>
  );
}

/** Sends the refund. One drawer is one refund: if the answer is lost, sending it again does not refund twice. */
function useRefund(charge: RefundableCharge, onClose: () => void) {
  const { refundForm: words } = useStaffTexts();
  const client = useQueryClient();
  const [requestId] = useState(createRequestId);
  const { mutate, isPending } = useMutation({
    mutationFn: (input: { readonly amount: string; readonly reason: string }) =>
      refundAttempt(charge, { ...input, request_id: requestId }),
    onSuccess: ({ state, text }: GatewayRefund) => {
      const description = text ?? undefined;
      if (state === "failed") toast.error(words.results.failed, { description });
      else if (state === "unknown") toast.warning(words.results.unknown);
      else toast.success(words.results[state]);
      onClose();
    },
    onError: ({ message }) => toast.error(words.notSent, { description: message }),
    onSettled: () => client.invalidateQueries(),
  });
  return { send: mutate, isPending };
}

/** `crypto.randomUUID` does not exist on pages without TLS. */
function createRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `staff-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
