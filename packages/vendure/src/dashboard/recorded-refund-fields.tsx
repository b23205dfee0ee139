import type { ResolveFormFieldName } from "@pay-index/core/staff";
import { Input, Label } from "@vendure/dashboard";
import { type ComponentProps, useState } from "react";
import type { RecordedRefundInput } from "./admin-api.ts";
import { FieldProblemMessage } from "./field-problem-message.tsx";
import { fillText, useStaffTexts } from "./staff-texts.tsx";

interface Props {
  readonly refund: RecordedRefundInput;
  /** The server's message about a field. */
  readonly problem: (field: ResolveFormFieldName) => string | undefined;
  onChange(refund: RecordedRefundInput): void;
}

/** The fields for the refunded amount and the refund's id at the gateway. */
export function RecordedRefundFields({ refund, problem, onChange }: Props) {
  const { page } = useStaffTexts();
  const { amount, currencyCode, reference } = refund;
  return (
    <div className="grid grid-cols-[1fr_6rem] gap-x-2 gap-y-4">
      <RefundField
        id="pay-index-refund-amount"
        label={page.refundAmount}
        refusal={fillText(page.refundAmountWrong, { example: "19.99" })}
        problem={problem("amount")}
        inputMode="decimal"
        pattern="\s*\d+(\.\d+)?\s*"
        value={amount}
        onText={(text) => onChange({ ...refund, amount: text })}
      />
      <RefundField
        id="pay-index-refund-currency"
        label={page.currency}
        refusal={`${page.currency}: USD`}
        problem={undefined}
        pattern="[A-Z]{3}"
        maxLength={3}
        value={currencyCode}
        onText={(text) => onChange({ ...refund, currencyCode: text.toUpperCase() })}
      />
      <div className="col-span-2">
        <RefundField
          id="pay-index-refund-reference"
          label={page.refundReference}
          refusal={page.refundReferenceMissing}
          problem={problem("reference")}
          pattern=".*\S.*"
          maxLength={100}
          value={reference}
          onText={(text) => onChange({ ...refund, reference: text })}
        />
      </div>
    </div>
  );
}

interface RefundFieldProps extends ComponentProps<typeof Input> {
  readonly id: string;
  readonly label: string;
  /** Displayed if the value is invalid. */
  readonly refusal: string;
  /** The server's message. */
  readonly problem: string | undefined;
  onText(text: string): void;
}

function RefundField({ id, label, refusal, problem, onText, ...input }: RefundFieldProps) {
  const [isRefused, setRefused] = useState(false);
  const message = isRefused ? refusal : problem;
  return (
    <div className="flex flex-col justify-end gap-2">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        required
        aria-invalid={message !== undefined}
        aria-describedby={`${id}-message`}
        onChange={(event) => {
          setRefused(false);
          onText(event.target.value);
        }}
        onInvalid={(event) => {
          // The browser's own message can be in another language than the dashboard.
          event.preventDefault();
          setRefused(true);
        }}
        {...input}
      />
      <FieldProblemMessage id={`${id}-message`} text={message} />
    </div>
  );
}
