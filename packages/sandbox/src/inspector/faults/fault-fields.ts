/** A field of a fault's form. Numbers and words are read from the form when they are needed. */
export type FaultField =
  | {
      readonly input: "number" | "text";
      readonly name: string;
      readonly label: string;
      readonly value: string;
    }
  | {
      readonly input: "choice";
      readonly name: string;
      readonly label: string;
      readonly choices: readonly (readonly [value: string, label: string])[];
    };

export type FaultGroup = "when" | "what" | "later" | "answer" | "call" | "dispute";

export const faultGroupTitles: Readonly<Record<FaultGroup, string>> = {
  when: "When notifications arrive",
  what: "What notifications say",
  later: "What becomes of the order later",
  answer: "The answer to the sale",
  call: "Queries, refunds and cancellations",
  dispute: "The dispute webhook",
};

export interface FaultCatalogueEntry {
  readonly group: FaultGroup;
  readonly title: string;
  /** What the fault does, and how a correct shop reacts. */
  readonly says: string;
  readonly fields: readonly FaultField[];
}

export const secondsField = (value: string): FaultField => ({
  input: "number",
  name: "seconds",
  label: "Seconds",
  value,
});

export const triesField: FaultField = {
  input: "number",
  name: "tries",
  label: "Tries (empty is all)",
  value: "",
};

export const declinesField: FaultField = {
  input: "number",
  name: "attempts",
  label: "Times that it is declined (empty is always)",
  value: "",
};
