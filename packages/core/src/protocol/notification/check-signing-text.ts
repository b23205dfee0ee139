import { notificationFields } from "./notification.ts";
import { refuse } from "./notification-refusal.ts";

const plainName = /^\w{1,100}$/;

/**
 * Refuses fields whose signing text can be read as other fields (NSIG-AMBIGUOUS). The text joins `name=value` with `&` and escapes
 * nothing. Without `&` in names and values it has one reading. `attach` is free text of the merchant and may hold `&`, but not what reads as
 * a field of the protocol: the fields that follow `attach` in the text could then be moved into it, and sent again with other values that no
 * rule signs.
 *
 * @throws NotificationRefusal `malformed`
 */
export function checkSigningText(fields: ReadonlyMap<string, string>): void {
  for (const [name, value] of fields) {
    if (!plainName.test(name))
      throw refuse("malformed", "A field has a name with other characters than letters, digits and _.");
    if (!value.includes("&") || name === "sign") continue;
    if (name !== "attach")
      throw refuse("malformed", "A field other than attach holds &, which reads as the next field.");
    if (value.split("&").slice(1).some(beginsField))
      throw refuse("malformed", "The field attach holds what reads as another field of the notification.");
  }
}

function beginsField(part: string): boolean {
  const [name = "", value] = part.split("=", 2);
  return value !== undefined && (notificationFields.has(name) || name === "key");
}
