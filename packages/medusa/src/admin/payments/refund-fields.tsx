import { Hint, Input, Label } from "@medusajs/ui";
import type { Item } from "./admin-api.ts";
import { useWords, withValues } from "./words.ts";

type Refund = NonNullable<Item["refund"]>;

export interface RefundTyped {
  readonly amount: string;
  readonly reference: string;
}

export type RefundField = keyof RefundTyped;

/** What is wrong with a refund that was typed. Undefined: it can be sent, or nothing was typed and nothing is needed. */
export function wrongRefund(refund: Refund, { amount, reference }: RefundTyped): RefundField | undefined {
  const isNone = amount.trim() === "" && reference.trim() === "";
  if (isNone && !refund.required) return undefined;
  if (!isAmountText(refund, amount)) return "amount";
  return reference.trim() === "" ? "reference" : undefined;
}

/** With a point, and no more decimals than the currency has. The server looks again. */
function isAmountText({ left, amount: asked }: Refund, amount: string): boolean {
  const [, fraction] = (left ?? asked ?? "0.000").split(".");
  const decimals = fraction?.length ?? 0;
  const [, typed = ""] = /^\d{1,15}(?:\.(\d+))?$/.exec(amount.trim()) ?? [undefined, "wrong"];
  return typed !== "wrong" && typed.length <= decimals && Number(amount) > 0;
}

interface Props {
  readonly refund: Refund;
  readonly typed: RefundTyped;
  /** The field that was not taken, and why. */
  readonly problem: { readonly field: RefundField; readonly text: string } | undefined;
  onChange(typed: RefundTyped): void;
}

/** How much was given back, and where it is found at the gateway. */
export function RefundFields({ refund, typed, problem, onChange }: Props) {
  const { page } = useWords();
  const { left, currency_code } = refund;
  const currency = currency_code.toUpperCase();
  const about = { required: refund.required, problem };
  return (
    <>
      <Field
        {...about}
        name="amount"
        label={`${page.refundAmount} (${currency})`}
        value={typed.amount}
        hint={left === null ? undefined : withValues(page.refundLeft, { amount: left, currency })}
        onChange={(amount) => onChange({ ...typed, amount })}
      />
      <Field
        {...about}
        name="reference"
        label={page.refundReference}
        value={typed.reference}
        hint={undefined}
        onChange={(reference) => onChange({ ...typed, reference })}
      />
    </>
  );
}

interface FieldProps {
  readonly name: RefundField;
  readonly label: string;
  readonly value: string;
  readonly required: boolean;
  readonly hint: string | undefined;
  readonly problem: Props["problem"];
  onChange(value: string): void;
}

function Field({ name, label, value, required, hint, problem, onChange }: FieldProps) {
  const id = `pay-index-refund-${name}`;
  const isWrong = problem?.field === name;
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
        aria-invalid={isWrong}
        aria-describedby={`${id}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      {(hint !== undefined || isWrong) && (
        <div id={`${id}-said`} className="flex flex-col gap-y-2">
          {hint !== undefined && <Hint>{hint}</Hint>}
          {isWrong && (
            <Hint variant="error" role="alert" className="whitespace-pre-line break-words">
              {problem.text}
            </Hint>
          )}
        </div>
      )}
    </div>
  );
}
