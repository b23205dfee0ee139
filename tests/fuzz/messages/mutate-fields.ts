import { protocolNames } from "../oracle/message-types.ts";
import type { Field } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";
import { amountSpelling, canaryCard, oddCounts, oddCurrencies, oddNames, oddValues } from "./odd-texts.ts";

type Mutation = (fields: readonly Field[], random: Random) => Field[];

const names = [...protocolNames];

const mutations: readonly Mutation[] = [
  // Duplicate a field, with the same value or another.
  (fields, random) => {
    const field = random.pick(fields);
    const copy: Field = [field[0], random.chance(0.5) ? field[1] : random.pick(oddValues)];
    return random.chance(0.5) ? [...fields, copy] : [copy, ...fields];
  },
  // Drop a field.
  (fields, random) => without(fields, random.int(fields.length)),
  // Rename a field.
  (fields, random) => {
    const at = random.int(fields.length);
    return fields.map((field, each) =>
      each === at ? [random.pick([...oddNames, ...names]), field[1]] : field,
    );
  },
  // Swap two values.
  (fields, random) => {
    const [a, b] = [random.int(fields.length), random.int(fields.length)];
    const swapped = new Map([
      [a, fields[b]?.[1] ?? ""],
      [b, fields[a]?.[1] ?? ""],
    ]);
    return fields.map(([name, value], at) => [name, swapped.get(at) ?? value] as const);
  },
  // Set any field to an odd value.
  (fields, random) => set(fields, random.pick(names), random.pick(oddValues)),
  // Spell an amount in another way.
  (fields, random) => {
    const name = random.pick(["amount", "true_amount"]);
    return set(fields, name, amountSpelling(fieldValue(fields, name), random));
  },
  (fields, random) => {
    const spelling = amountSpelling(fieldValue(fields, "amount"), random);
    return set(set(fields, "amount", spelling), "true_amount", spelling);
  },
  (fields, random) => set(fields, "currency", random.pick(oddCurrencies)),
  (fields, random) =>
    set(fields, "returncode", random.pick(["00", "2", "0", "000", "０0", "00 ", "02", "", "success"])),
  (fields, random) => set(fields, "payment_period_count", random.pick(oddCounts)),
  (fields, random) => set(fields, "alert_type", random.pick(["refund", "dispute", "0", "", " "])),
  (fields, random) => set(fields, "enabled", random.pick(["0", "1", "00", "false", ""])),
  (fields, random) => set(fields, "payment_transaction_id", random.pick(["", "M-OTHER", "0", "T-SHARED"])),
  // Add a field that the protocol does not know.
  (fields, random) => [...fields, [random.pick(oddNames), random.pick(oddValues)]],
  (fields) => set(fields, "attach", canaryCard),
  // Join two fields into the value or the name of one: the signing text stays the same.
  (fields, random) => joined(fields, random),
  // Many fields.
  (fields, random) => [
    ...fields,
    ...Array.from({ length: 1 + random.int(150) }, (_, at): Field => [`f${at}`, "1"]),
  ],
  // Another order.
  (fields) => [...fields].reverse(),
];

export function mutateFields(fields: readonly Field[], random: Random): Field[] {
  return random.pick(mutations)(fields.length === 0 ? [["a", "b"]] : fields, random);
}

function joined(fields: readonly Field[], random: Random): Field[] {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const at = random.int(Math.max(1, sorted.length - 1));
  const [first, second] = [sorted[at], sorted[at + 1]];
  if (first === undefined || second === undefined) return [...fields];
  const merged: Field = random.chance(0.5)
    ? [first[0], `${first[1]}&${second[0]}=${second[1]}`]
    : [`${first[0]}=${first[1]}&${second[0]}`, second[1]];
  return [...sorted.slice(0, at), merged, ...sorted.slice(at + 2)];
}

function without(fields: readonly Field[], at: number): Field[] {
  return fields.filter((_, each) => each !== at);
}

function fieldValue(fields: readonly Field[], name: string): string {
  return fields.find(([each]) => each === name)?.[1] ?? "1";
}

function set(fields: readonly Field[], name: string, value: string): Field[] {
  const isThere = fields.some(([each]) => each === name);
  return isThere
    ? fields.map(([each, old]) => [each, each === name ? value : old] as const)
    : [...fields, [name, value]];
}
