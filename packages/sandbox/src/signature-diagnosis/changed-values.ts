import {
  type FieldPair,
  listVariants,
  type PairChange,
  type SigningStepVariant,
} from "./signing-variants.ts";

const rawValueAdvice = "Sign the value exactly as it is sent, before it is encoded for the form.";

/**
 * The ways in which a shop can sign other values than it sends, the same for all fields (SIG-ORDER: values are raw).
 */
export const allValueVariants = listVariants<PairChange>("SIG-ORDER", (pairs) => pairs, [
  [changeAll(encodeURIComponent), "The values are percent-encoded before they are signed.", rawValueAdvice],
  [
    changeAll((value) => new URLSearchParams({ value }).toString().slice("value=".length)),
    "The values are form-encoded before they are signed.",
    rawValueAdvice,
  ],
  [
    changeAll((value) => value.replaceAll("/", "\\/")),
    "The slashes are escaped, as JSON would do.",
    rawValueAdvice,
  ],
]);

/** Returns the change of all values. */
export function changeAll(change: (value: string) => string): PairChange {
  return (pairs) => pairs.map(([name, value]) => [name, change(value)]);
}

/** The possible original values of one field, if the form changed it after signing. */
const originalValues: Readonly<Record<string, (value: string) => readonly string[]>> = {
  pay_amount: amounts,
  pay_applydate: dates,
  pay_notifyurl: addresses,
  pay_callbackurl: addresses,
  pay_orderid: (value) => [value.toLowerCase(), value.toUpperCase(), value.replaceAll("-", "")],
  pay_bankcode: () => ["900", "902", "903", "904", "907"],
};

/** Returns the ways in which one signed field can have had another value, for the values of this form. */
export function findOneValueVariants(pairs: readonly FieldPair[]): readonly SigningStepVariant<PairChange>[] {
  return pairs.flatMap(([field, sent]) =>
    [...new Set(originalValues[field]?.(sent) ?? [])]
      .filter((value) => value !== sent)
      .map((value) => ({
        step: changeOne(field, value),
        mistake: {
          rule: "SIG-FIELDS",
          says: `${field} was signed as “${value}” and sent as “${sent}”.`,
          advice: `Make ${field} once, then sign and send that same text.`,
        },
      })),
  );
}

/** Returns the change of one field to another value. */
export function changeOne(field: string, value: string): PairChange {
  return (pairs) => pairs.map((pair) => (pair[0] === field ? [field, value] : pair));
}

function amounts(value: string): string[] {
  const [whole = "", decimals = ""] = value.split(".");
  const short = decimals.replace(/0+$/, "");
  return [
    short === "" ? whole : `${whole}.${short}`,
    ...[1, 2, 3, 4]
      .filter((count) => count >= short.length)
      .map((count) => `${whole}.${short.padEnd(count, "0")}`),
    `${whole}${decimals}`.replace(/^0+(?=\d)/, ""),
  ];
}

function dates(value: string): string[] {
  const time = Date.parse(`${value.replace(" ", "T")}Z`);
  if (Number.isNaN(time)) return [];
  const hours = Array.from({ length: 27 }, (_, index) => index - 12);
  const zones = hours.map((hour) => new Date(time + hour * 3_600_000).toISOString());
  const seconds = [-1, 1, 2].map((second) => new Date(time + second * 1000).toISOString());
  const iso = value.replace(" ", "T");
  return [
    ...[...zones, ...seconds].map((text) => text.slice(0, 19).replace("T", " ")),
    iso,
    `${iso}Z`,
    `${iso}.000Z`,
    value.replace(/\D/g, ""),
    value.slice(0, 10),
    String(time / 1000),
    String(time),
  ];
}

function addresses(value: string): string[] {
  const swapped = value.startsWith("https:")
    ? value.replace("https:", "http:")
    : value.replace("http:", "https:");
  return [
    value.replace(/\/$/, ""),
    `${value}/`,
    swapped,
    value.split("?")[0] ?? value,
    value.replace("//localhost", "//127.0.0.1"),
    value.replace("//127.0.0.1", "//localhost"),
  ];
}
