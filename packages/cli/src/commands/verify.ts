import {
  type AllowedSigns,
  defaultSignRules,
  type MessageType,
  messageTypeOf,
  messageTypeRules,
  NotificationRefusal,
  type SignRule,
  signRequest,
  signRules,
  verifyMessage,
  verifyNotification,
} from "@pay-index/core/protocol";
import {
  diagnoseNotificationSign,
  diagnoseSignature,
  type SigningMistake,
} from "@pay-index/sandbox/diagnosis";
import { usageError } from "../command-error.ts";
import { readForm } from "../input/read-form.ts";
import { type KeySource, type MerchantKey, readKey } from "../input/read-key.ts";
import type { CommandResult } from "../output/command-result.ts";
import { findMessageDeviations } from "./message-deviations.ts";
import { refuseSharedStdin } from "./sign.ts";

/** The options of `pay-index verify`. */
export interface VerifyOptions extends KeySource {
  /** The rules that the shop allows for notifications, separated by commas. Default: those of the option `signRules`. */
  readonly rules?: string;
}

type Fields = ReadonlyMap<string, string>;

/** Checks the sign of a request or of a gateway's message, and explains why it does not match. */
export async function verify(file: string | undefined, options: VerifyOptions): Promise<CommandResult> {
  refuseSharedStdin(file, options);
  const key = await readKey(options);
  const { kind, fields } = await readForm(file);
  return kind === "request" ? verifyForm(fields, key) : verifyReport(fields, key, readRules(options.rules));
}

function verifyForm(fields: Fields, key: MerchantKey): CommandResult {
  const { expected, received, explained } = diagnoseSignature(fields, {
    id: fields.get("pay_memberid") ?? "",
    key: key.text,
  });
  const data = { kind: "request", received, expected };
  if (received !== "" && received === signRequest(fields, key.secret)) {
    const lines = ["The sign matches.", `Signed text: ${expected.text}`];
    return { exitCode: 0, data: { ...data, matches: true }, lines };
  }
  const mistakes = received === "" ? [missingSign("pay_md5sign")] : (explained?.mistakes ?? []);
  return {
    exitCode: 1,
    data: { ...data, matches: false, mistakes, signedText: explained?.text },
    lines: [
      "The sign does not match.",
      `Received: ${received === "" ? "(none)" : received}`,
      `Expected: ${expected.sign}, the sign of ${expected.text}`,
      ...explain(mistakes, explained?.text),
    ],
  };
}

function verifyReport(fields: Fields, key: MerchantKey, rules: readonly SignRule[]): CommandResult {
  const merchant = { id: fields.get("memberid") ?? "", key: key.text };
  const type = messageTypeOf(namesWithValue(fields)) ?? "notification";
  const verdict = tryToVerify(type, fields, { keys: { current: key.secret, previous: [] }, rules });
  if (verdict instanceof NotificationRefusal) return explainReport({ type, fields, merchant }, verdict);
  const { rule, signed } = verdict;
  const unsigned = [...fields.keys()].filter((name) => name !== "sign" && !signed.has(name));
  const deviations = findMessageDeviations({ type, fields, signed });
  return {
    exitCode: 0,
    data: { kind: type, matches: true, rule, signed: [...signed], unsigned, deviations },
    lines: [
      `The sign matches by the rule ${rule}. This is a ${messageTypeRules[type].name}.`,
      `Signed fields: ${[...signed].join(", ")}`,
      `Fields that are not signed: ${unsigned.length === 0 ? "none" : unsigned.join(", ")}`,
      ...deviations.map(({ rule: id, says }) => `Not as specified: ${says} (${id})`),
    ],
  };
}

/** The fields that a sign can cover. */
function namesWithValue(fields: Fields): ReadonlySet<string> {
  return new Set([...fields].flatMap(([name, value]) => (value === "" || name === "sign" ? [] : [name])));
}

/** Verifies as the shop does. */
function tryToVerify(type: MessageType, fields: Fields, allowed: Required<AllowedSigns>) {
  const expected = { merchantId: fields.get("memberid") ?? "", attemptId: fields.get("orderid") ?? "" };
  try {
    return type === "notification"
      ? verifyNotification({ fields }, { ...expected, ...allowed }).verdict
      : verifyMessage(type, { fields }, allowed).verdict;
  } catch (error) {
    if (error instanceof NotificationRefusal) return error;
    throw error;
  }
}

/** A message of a gateway that does not verify. */
interface RefusedReport {
  readonly type: MessageType;
  readonly fields: Fields;
  readonly merchant: { readonly id: string; readonly key: string };
}

function explainReport(
  { type, fields, merchant }: RefusedReport,
  { code, message }: NotificationRefusal,
): CommandResult {
  const { expected, received, explained } = diagnoseNotificationSign(fields, merchant);
  const isRuleMissing = explained !== undefined && explained.mistakes.length === 0 && code === "mismatch";
  const mistakes = [
    ...(code === "unsigned" ? [missingSign("sign")] : []),
    ...(isRuleMissing ? [ruleNotAllowed(explained.rule)] : []),
    ...(explained?.mistakes ?? []),
  ];
  const isOtherProblem = code !== "mismatch" && code !== "unsigned";
  return {
    exitCode: 1,
    data: {
      kind: type,
      matches: false,
      refusal: { code, message },
      received,
      expected,
      mistakes,
      signedText: explained?.text,
    },
    lines: [
      `The shop refuses this ${messageTypeRules[type].name} with the word ${code}: ${message}`,
      `Received: ${received === "" ? "(none)" : received}`,
      ...expected.map(({ rule, sign, text }) => `Expected by ${rule}: ${sign}, the sign of ${text}`),
      ...(isOtherProblem && mistakes.length === 0 ? [] : explain(mistakes, explained?.text)),
    ],
  };
}

function explain(mistakes: readonly SigningMistake[], text: string | undefined): string[] {
  if (mistakes.length === 0)
    return [
      "Why: no usual mistake leads to this sign. Probably another key signed it, or the form was changed after it was signed.",
      "What to do: compare the key with the gateway's back office, and check the body as it was sent.",
    ];
  return [
    ...mistakes.flatMap(({ rule, says, advice }) => [`Why: ${says} (${rule})`, `What to do: ${advice}`]),
    ...(text === undefined ? [] : [`Text that leads to this sign: ${text}`]),
  ];
}

function missingSign(field: string): SigningMistake {
  return {
    rule: field === "sign" ? "NSIG-MISSING" : "SIG-DIGEST",
    says: `The form has no ${field}.`,
    advice:
      field === "sign" ? "Ask the gateway to sign its notifications." : "Sign the form before you send it.",
  };
}

function ruleNotAllowed(rule: string): SigningMistake {
  return {
    rule,
    says: "The sign matches by a rule that the shop does not allow.",
    advice: "If the gateway confirms that it signs like this, add the rule to the option signRules.",
  };
}

/** @throws CommandError `usage` for a rule that does not exist */
function readRules(names: string | undefined): readonly SignRule[] {
  if (names === undefined) return defaultSignRules;
  return names.split(",").map((name) => {
    const rule = signRules.find((each) => each === name.trim());
    if (rule === undefined) throw usageError(`--rules must list some of ${signRules.join(", ")}.`);
    return rule;
  });
}
