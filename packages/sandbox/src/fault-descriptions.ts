import type { z } from "zod";
import { type FaultKind, faultSchema, faultSettings } from "./faults/fault.ts";
import { faultTexts } from "./faults/fault-text.ts";

/** A fault that the sandbox can cause. */
export interface FaultDescription {
  readonly kind: FaultKind;
  /** The effect, as a sentence. */
  readonly says: string;
  /** Its settings, by the names of `FaultInput`. */
  readonly settings: readonly FaultSetting[];
}

/** One setting of a fault. */
export interface FaultSetting {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: "number" | "boolean" | "text";
}

/** Returns all faults in the order of their definition. */
export function listFaultDescriptions(): readonly FaultDescription[] {
  return faultSchema.options.map(({ shape: { kind } }) => ({
    kind: kind.value,
    says: faultTexts[kind.value],
    settings: Object.entries(faultSettings[kind.value]).map(([name, schema]) => ({
      name,
      isRequired: !schema.safeParse(undefined).success,
      type: typeOf(schema),
    })),
  }));
}

/** Tries values that every setting of a type accepts. */
function typeOf(schema: z.ZodType): FaultSetting["type"] {
  if (schema.safeParse(2).success) return "number";
  return schema.safeParse(true).success ? "boolean" : "text";
}
