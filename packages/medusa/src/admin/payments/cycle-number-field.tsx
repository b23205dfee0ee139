import { Input, Label } from "@medusajs/ui";
import { FieldMessages } from "./field-messages.tsx";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly cycle: string;
  /** Why this one was not taken. */
  readonly problem: string | undefined;
  onChange(cycle: string): void;
}

/** Whether this names a cycle: a whole number from 1. */
export function isCycleNumber(cycle: string): boolean {
  return /^0*[1-9]\d{0,6}$/.test(cycle.trim());
}

/** Which cycle a charge has paid, where the gateway has not said it. */
export function CycleNumberField({ cycle, problem, onChange }: Props) {
  const { page } = useStaffTexts();
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor="pay-index-cycle">{page.whichCycle}</Label>
      <Input
        id="pay-index-cycle"
        type="number"
        inputMode="numeric"
        step="any"
        value={cycle}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby="pay-index-cycle-said"
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldMessages id="pay-index-cycle-said" hint={page.cycleExample} problem={problem} />
    </div>
  );
}
