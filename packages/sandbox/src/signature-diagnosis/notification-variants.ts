import { changeAll, changeOne } from "./changed-values.ts";
import type { FieldPair, PairChange, SigningStepVariant } from "./signing-variants.ts";

const changedAdvice =
  "Verify the fields as the gateway sent them: decode the form once, in UTF-8, and change no value.";

/** The ways in which software between the gateway and the check changes all values. */
const changesOfAll: readonly (readonly [says: string, original: (value: string) => string])[] = [
  ["A plus sign was decoded as a blank.", (value) => value.replaceAll(" ", "+")],
  ["A blank was sent, and a plus sign was read.", (value) => value.replaceAll("+", " ")],
  ["The values were not decoded.", decode],
  ["The values were decoded twice.", (value) => encodeURIComponent(value)],
  ["The values were form-decoded twice.", (value) => new URLSearchParams({ v: value }).toString().slice(2)],
  ["The values were escaped as HTML.", unescapeHtml],
  ["Blanks around the values were removed.", (value) => ` ${value}`],
];

/** Returns the ways in which the values of these fields can have been others when the gateway signed them. */
export function findNotificationValueVariants(
  pairs: readonly FieldPair[],
): readonly SigningStepVariant<PairChange>[] {
  const all = changesOfAll.map(([says, original]) => ({
    step: changeAll(original),
    mistake: { rule: "NOT-ENCODING", says, advice: changedAdvice },
  }));
  return [{ step: (signed) => signed }, ...all, ...pairs.flatMap(changesOfField)];
}

function changesOfField([field, received]: FieldPair): SigningStepVariant<PairChange>[] {
  if (field === "sign") return [];
  const others = [...new Set(originalsOf(received))].filter((value) => value !== received);
  return [
    {
      step: (signed) => signed.filter(([name]) => name !== field),
      mistake: {
        rule: "NSIG-RECEIVED",
        says: `${field} is not signed.`,
        advice: `Ask the gateway why it does not sign ${field}, or who added it.`,
      },
    },
    ...others.map((value) => ({
      step: changeOne(field, value),
      mistake: {
        rule: "NOT-ENCODING",
        says: `${field} was signed as “${value}” and received as “${received}”.`,
        advice: changedAdvice,
      },
    })),
  ];
}

/** The values that a field can have had before something changed it. */
function originalsOf(value: string): string[] {
  const originals = [
    value.trim(),
    value.toLowerCase(),
    value.toUpperCase(),
    value.replaceAll(" ", "+"),
    decode(value),
  ];
  if (!/^\d+(?:\.\d+)?$/.test(value)) return originals;
  const [whole = "", decimals = ""] = value.split(".");
  const short = decimals.replace(/0+$/, "");
  const padded = [2, 3, 4].map((count) => `${whole}.${short.padEnd(count, "0")}`);
  return [...originals, short === "" ? whole : `${whole}.${short}`, ...padded];
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

function unescapeHtml(value: string): string {
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
