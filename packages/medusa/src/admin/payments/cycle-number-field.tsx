import { Input, Label } from "@medusajs/ui";
import { FieldHintAndProblem } from "./field-hint-and-problem.tsx";
import { useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly cycle: string;
  /** The validation message. */
  readonly problem: string | undefined;
  onChange(cycle: string): void;
}

/** Whether the text is a cycle number: a whole number from 1. */
export function isCycleNumber(cycle: string): boolean {
  return /^0*[1-9]\d{0,6}$/.test(cycle.trim());
}

/** The field for the cycle that a charge paid, if the gateway did not report it. */
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
        aria-describedby="pay-index-cycle-message"
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldHintAndProblem id="pay-index-cycle-message" hint={page.cycleExample} problem={problem} />
    </div>
  );
}
