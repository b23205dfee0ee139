import { knownFieldNames, type MessageType, messageTypeRules } from "./message-types.ts";

const plainName = /^\w{1,100}$/;

/**
 * Returns why the signing text of these signed fields can be read as other fields (NSIG-AMBIGUOUS). Undefined: it has one reading. The
 * text joins `name=value` with `&` and escapes nothing. Without `&` in names and values it has one reading. A field of free text may hold
 * `&`, but not what reads as a field of a message: the fields that follow it in the text could then be moved into it, and sent again with
 * other values that no rule signs.
 */
export function findAmbiguity(
  type: MessageType,
  fields: ReadonlyMap<string, string>,
  signed: ReadonlySet<string>,
): string | undefined {
  const { freeText } = messageTypeRules[type];
  for (const name of signed) {
    const value = fields.get(name) ?? "";
    if (!knownFieldNames.has(name) && !plainName.test(name))
      return "The name of a signed field contains a character that is not a letter, a digit or _, or is too long.";
    if (!value.includes("&")) continue;
    if (!freeText.includes(name))
      return `The signed field ${name} contains &, which starts the next field of the signing text.`;
    if (value.split("&").slice(1).some(beginsField))
      return `The signed field ${name} contains text that could be read as another field of the message.`;
  }
  return undefined;
}

function beginsField(part: string): boolean {
  const [name = "", value] = part.split("=", 2);
  return value !== undefined && (knownFieldNames.has(name) || name === "key");
}
