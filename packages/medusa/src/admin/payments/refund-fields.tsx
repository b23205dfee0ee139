import { Input, Label } from "@medusajs/ui";
import type { StaffTexts } from "@pay-index/core/staff";
import type { ReviewItem } from "./admin-api.ts";
import { FieldMessages } from "./field-messages.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";

type RefundDefaults = NonNullable<ReviewItem["refund"]>;
type Page = StaffTexts["page"];

export interface RefundInput {
  readonly amount: string;
  readonly reference: string;
}

export type RefundFieldName = keyof RefundInput;

/** What is wrong with a refund that was typed: a field, or `limit` if the amount is too large. */
export type RefundFlaw = RefundFieldName | "limit";

/** Undefined: the refund can be sent, or nothing was typed and nothing is needed. */
export function findInvalidRefundField(
  refund: RefundDefaults,
  { amount, reference }: RefundInput,
): RefundFlaw | undefined {
  const isNone = amount.trim() === "" && reference.trim() === "";
  if (isNone && !refund.required) return undefined;
  if (!isAmountText(refund, amount)) return "amount";
  if (refund.left !== null && Number(amount) > Number(refund.left)) return "limit";
  return reference.trim() === "" ? "reference" : undefined;
}

/** How much is left to give back, for staff. Undefined: nobody can tell. */
export function leftText({ left, currency_code }: RefundDefaults, { refundLeft }: Page): string | undefined {
  const currency = currency_code.toUpperCase();
  return left === null ? undefined : fillText(refundLeft, { amount: left, currency });
}

/** With a point, and no more decimals than the currency has. The server looks again. */
function isAmountText({ left, amount: asked }: RefundDefaults, amount: string): boolean {
  const [, fraction] = (left ?? asked ?? "0.000").split(".");
  const decimals = fraction?.length ?? 0;
  const [, typed = ""] = /^\d{1,15}(?:\.(\d+))?$/.exec(amount.trim()) ?? [undefined, "wrong"];
  return typed !== "wrong" && typed.length <= decimals && Number(amount) > 0;
}

interface Props {
  readonly refund: RefundDefaults;
  readonly typed: RefundInput;
  /** Why what was typed was not taken. */
  readonly problems: Readonly<Record<RefundFieldName, string | undefined>>;
  onChange(typed: RefundInput): void;
}

/** How much was given back, and where it is found at the gateway. */
export function RefundFields({ refund, typed, problems, onChange }: Props) {
  const { page } = useStaffTexts();
  const { required } = refund;
  return (
    <>
      <RefundField
        name="amount"
        required={required}
        problem={problems.amount}
        label={`${page.refundAmount} (${refund.currency_code.toUpperCase()})`}
        value={typed.amount}
        hint={leftText(refund, page)}
        onChange={(amount) => onChange({ ...typed, amount })}
      />
      <RefundField
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

function RefundField({ name, label, value, required, hint, problem, onChange }: RefundFieldProps) {
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
        aria-describedby={`${id}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldMessages id={`${id}-said`} hint={hint} problem={problem} />
    </div>
  );
}
