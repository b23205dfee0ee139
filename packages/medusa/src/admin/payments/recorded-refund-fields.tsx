import { Input, Label } from "@medusajs/ui";
import type { StaffTexts } from "@pay-index/core/staff";
import type { ReviewItem } from "./admin-api.ts";
import { FieldHintAndProblem } from "./field-hint-and-problem.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";

type RefundDefaults = NonNullable<ReviewItem["refund"]>;
type Page = StaffTexts["page"];

export interface RecordedRefundInput {
  readonly amount: string;
  readonly reference: string;
}

export type RefundFieldName = keyof RecordedRefundInput;

/** The invalid part of a refund: a field, or `limit` if the amount is too large. */
export type InvalidRefundPart = RefundFieldName | "limit";

/** Returns the first invalid field. Undefined if the refund is valid, or if it is optional and empty. */
export function findInvalidRefundField(
  refund: RefundDefaults,
  { amount, reference }: RecordedRefundInput,
): InvalidRefundPart | undefined {
  const isNone = amount.trim() === "" && reference.trim() === "";
  if (isNone && !refund.required) return undefined;
  if (!isAmountText(refund, amount)) return "amount";
  if (refund.left !== null && Number(amount) > Number(refund.left)) return "limit";
  return reference.trim() === "" ? "reference" : undefined;
}

/** Returns the text about the amount that is left to refund. Undefined if it is not known. */
export function refundableAmountText(
  { left, currency_code }: RefundDefaults,
  { refundLeft }: Page,
): string | undefined {
  const currency = currency_code.toUpperCase();
  return left === null ? undefined : fillText(refundLeft, { amount: left, currency });
}

/**
 * Whether the text is an amount with a decimal point and no more decimals than the currency has. The server checks it
 * again.
 */
function isAmountText({ left, amount: asked }: RefundDefaults, amount: string): boolean {
  const [, fraction] = (left ?? asked ?? "0.000").split(".");
  const decimals = fraction?.length ?? 0;
  const [, typed = ""] = /^\d{1,15}(?:\.(\d+))?$/.exec(amount.trim()) ?? [undefined, "wrong"];
  return typed !== "wrong" && typed.length <= decimals && Number(amount) > 0;
}

interface Props {
  readonly refund: RefundDefaults;
  readonly typed: RecordedRefundInput;
  /** The validation message of each field. */
  readonly problems: Readonly<Record<RefundFieldName, string | undefined>>;
  onChange(typed: RecordedRefundInput): void;
}

/** The fields for the refunded amount and the refund's id at the gateway. */
export function RecordedRefundFields({ refund, typed, problems, onChange }: Props) {
  const { page } = useStaffTexts();
  const { required } = refund;
  return (
    <>
      <RefundTextField
        name="amount"
        required={required}
        problem={problems.amount}
        label={`${page.refundAmount} (${refund.currency_code.toUpperCase()})`}
        value={typed.amount}
        hint={refundableAmountText(refund, page)}
        onChange={(amount) => onChange({ ...typed, amount })}
      />
      <RefundTextField
        name="reference"
        required={required}
        problem={problems.reference}
        label={page.refundReference}
        value={typed.reference}
        hint={undefined}
        onChange={(reference) => onChange({ ...typed, reference })}
      />
    </>
  );
}

interface RefundFieldProps {
  readonly name: RefundFieldName;
  readonly label: string;
  readonly value: string;
  readonly required: boolean;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
  onChange(value: string): void;
}

/** One field of a refund. */
export function RefundTextField({ name, label, value, required, hint, problem, onChange }: RefundFieldProps) {
  const id = `pay-index-refund-${name}`;
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        value={value}
        inputMode={name === "amount" ? "decimal" : "text"}
        autoComplete="off"
        maxLength={name === "amount" ? 20 : 100}
        aria-required={required}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-message`}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldHintAndProblem id={`${id}-message`} hint={hint} problem={problem} />
    </div>
  );
}
