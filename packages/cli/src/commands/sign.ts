import { type SignRule, signRequest, signRules } from "@pay-index/core/protocol";
import { signNotification } from "@pay-index/core/testing";
import { diagnoseNotificationSign, diagnoseSignature } from "@pay-index/sandbox/diagnosis";
import { usageError } from "../command-error.ts";
import { type DecodedForm, readForm } from "../input/read-form.ts";
import { type KeySource, type MerchantKey, readKey } from "../input/read-key.ts";
import type { CommandResult } from "../output/command-result.ts";

/** The options of `pay-index sign`. */
export interface SignOptions extends KeySource {
  /** How a gateway signs notifications. Default: `received`. */
  readonly rule?: string;
}

/** Calculates the sign of a request or a notification, and returns the text that was signed. */
export async function sign(file: string | undefined, options: SignOptions): Promise<CommandResult> {
  refuseSharedStdin(file, options);
  const key = await readKey(options);
  const form = await readForm(file);
  const signed =
    form.kind === "request" ? signForm(form, key) : signReport(form, key, readRule(options.rule));
  const field = form.kind === "request" ? "pay_md5sign" : "sign";
  return {
    exitCode: 0,
    data: { kind: form.kind, ...signed },
    lines: [`${field}=${signed.sign}`, `Signed text: ${signed.text}`],
  };
}

/** The form and the key cannot both come from stdin. */
export function refuseSharedStdin(file: string | undefined, { keyStdin }: KeySource): void {
  if (keyStdin === true && (file === undefined || file === "-"))
    throw usageError("With --key-stdin, name the file of the form: stdin is the key.");
}

function signForm({ fields }: DecodedForm, key: MerchantKey) {
  const merchant = { id: fields.get("pay_memberid") ?? "", key: key.text };
  return { sign: signRequest(fields, key.secret), text: diagnoseSignature(fields, merchant).expected.text };
}

function signReport({ fields }: DecodedForm, key: MerchantKey, rule: SignRule) {
  const { sign: signature = "" } = signNotification(Object.fromEntries(fields), { key: key.text, rule });
  const { expected } = diagnoseNotificationSign(fields, { id: fields.get("memberid") ?? "", key: key.text });
  return { sign: signature, rule, text: expected.find((each) => each.sign === signature)?.text ?? "" };
}

/** @throws CommandError `usage` for a rule that does not exist */
function readRule(name = "received"): SignRule {
  const rule = signRules.find((each) => each === name);
  if (rule === undefined) throw usageError(`--rule must be one of ${signRules.join(", ")}.`);
  return rule;
}
