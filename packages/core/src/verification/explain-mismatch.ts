import type { EngineContext } from "../engine-context.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import { toAmountText } from "../protocol/money/money.ts";
import {
  createNotificationRefusal,
  type NotificationRefusal,
} from "../protocol/notification/notification-refusal.ts";
import { type KeyRing, signRules, verifySign } from "../protocol/signature/notification-sign.ts";

/** An honest notification has fewer fields and characters. A larger one is not explained, because each guess costs time. */
const explained = { fields: 30, characters: 4096 };

/** A message at the address of an attempt whose sign does not match. */
interface MismatchedMessage {
  readonly attempt: Attempt;
  readonly fields: ReadonlyMap<string, string>;
  readonly refusal: NotificationRefusal;
}

/**
 * Adds to the refusal of a sign what would make it match (NSIG-EXPLAIN): a rule that the shop does not allow, a field that is not signed,
 * the amounts as they were sent, or the key of another merchant. Other refusals are returned as they are.
 *
 * @throws PayIndexError `merchants_unavailable`
 */
export async function explainMismatch(
  engine: EngineContext,
  { attempt, fields, refusal }: MismatchedMessage,
): Promise<NotificationRefusal> {
  const size = [...fields].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (refusal.code !== "mismatch" || fields.size > explained.fields || size > explained.characters)
    return refusal;
  const merchants = await engine.listMerchants([attempt.merchantTenant]);
  const own = merchants.find(({ id }) => id === attempt.merchantId);
  const found =
    (own && explainWithKeys(fields, own.keys, attempt)) ??
    merchants
      .filter((each) => each !== own && fits(fields, each.keys))
      .map(({ id }) => `the key of merchant ${id} is used`)[0];
  const advice =
    found === undefined
      ? "No usual mistake leads to this sign: probably another key signed it, or the body was changed. Compare the key with the gateway's back office."
      : `The sign fits if ${found}.`;
  const message = `${refusal.message} ${advice}`;
  if (own !== undefined && engine.verifying.isFirstUnverified(own))
    engine.emit({
      event: "notifications-not-verified",
      ...attemptEventFields(attempt),
      merchantId: own.id,
      message,
    });
  return createNotificationRefusal("mismatch", message, refusal.readable);
}

function explainWithKeys(fields: ReadonlyMap<string, string>, keys: KeyRing, { amount }: Attempt) {
  const rule = fits(fields, keys);
  if (rule !== undefined) return `the option signRules contains ${rule}`;
  const omitted = [...fields.keys()].find(
    (name) => name !== "sign" && fits(new Map([...fields].filter(([each]) => each !== name)), keys),
  );
  if (omitted !== undefined) return `${omitted} is left out`;
  const text = toAmountText(amount);
  const asSent = [text, text.replace(/\.0+$/, ""), `${text.split(".")[0]}.00`];
  const written = asSent.find((each) =>
    fits(new Map([...fields, ["amount", each], ["true_amount", each]]), keys),
  );
  return written === undefined ? undefined : `the amounts are written as they were sent, ${written}`;
}

/** Returns the rule by which these keys make the sign of the fields, whether or not the shop allows it. */
function fits(fields: ReadonlyMap<string, string>, keys: KeyRing) {
  const verdict = verifySign("notification", { fields }, { keys, rules: signRules });
  return verdict.verified ? verdict.rule : undefined;
}
