import { notificationFieldNames } from "./notification.ts";
import { createNotificationRefusal } from "./notification-refusal.ts";

const plainName = /^\w{1,100}$/;

/** Which fields of a message may hold `&`, and what its fields are called. */
export interface FreeTextAndFieldNames {
  /** Names of fields with free text. */
  readonly freeText: ReadonlySet<string>;
  /** The names of all fields that the message can have. */
  readonly fieldNames: ReadonlySet<string>;
}

const notificationForm: FreeTextAndFieldNames = {
  freeText: new Set(["attach"]),
  fieldNames: notificationFieldNames,
};

/**
 * Refuses fields whose signing text can be read as other fields (NSIG-AMBIGUOUS). The text joins `name=value` with `&` and escapes
 * nothing. Without `&` in names and values it has one reading. A field of free text may hold `&`, but not what reads as a field of the
 * message: the fields that follow it in the text could then be moved into it, and sent again with other values that no rule signs.
 *
 * @throws NotificationRefusal `malformed`
 */
export function refuseAmbiguousSigningText(
  fields: ReadonlyMap<string, string>,
  { freeText, fieldNames }: FreeTextAndFieldNames = notificationForm,
): void {
  const beginsField = (part: string) => {
    const [name = "", value] = part.split("=", 2);
    return value !== undefined && (fieldNames.has(name) || name === "key");
  };
  for (const [name, value] of fields) {
    if (!plainName.test(name))
      throw createNotificationRefusal(
        "malformed",
        "The name of a field contains a character that is not a letter, a digit or _, or is too long.",
      );
    if (!value.includes("&") || name === "sign") continue;
    if (!freeText.has(name))
      throw createNotificationRefusal(
        "malformed",
        `A field other than ${[...freeText].join(", ")} contains &, which starts the next field of the signing text.`,
      );
    if (value.split("&").slice(1).some(beginsField))
      throw createNotificationRefusal(
        "malformed",
        `The field ${name} contains text that could be read as another field of the notification.`,
      );
  }
}
