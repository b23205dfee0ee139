import type { FuzzedAttempt } from "../create-sale.ts";
import type { NotifyRequest } from "../oracle/expected-reply.ts";
import {
  type Field,
  isSigned,
  type SignRule,
  signNotification,
  signPairs,
  signRules,
} from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";
import { contentTypes, encodeForm, encodeOddly, makeHuge, mutateBytes } from "./encode-form.ts";
import { honestFields, type NotificationReport, randomHonestReport, signFields } from "./honest-message.ts";
import { mutateFields } from "./mutate-fields.ts";
import { randomEncodedText, wrapHonestly, wrapInCharset, wrapOddly } from "./wrap-fields.ts";

const formType = "application/x-www-form-urlencoded";

export interface MessageAttempts {
  readonly scene: FuzzedAttempt;
  /** Other attempts of the same shop. */
  readonly others: readonly FuzzedAttempt[];
  /** Keys of other merchants of the shop. */
  readonly otherKeys: readonly string[];
}

/** A notification exactly as an honest gateway sends it. */
export function honestMessage(
  scene: FuzzedAttempt,
  report: NotificationReport,
  rule?: SignRule,
): NotifyRequest {
  const { keys, rules } = scene.terms;
  const fields = signFields(honestFields(scene, report), keys[0] ?? "", rule ?? rules[0] ?? "received");
  return { ...addressOf(scene), body: encodeForm(fields), contentType: formType };
}

/** The same in any wrapping, charset and case of letters, under any label: the shop must accept it. */
function honestInAnyWrapping(scene: FuzzedAttempt, random: Random): NotifyRequest {
  const { keys, rules } = scene.terms;
  const [key = "", rule] = [keys[0], random.pick(rules)];
  const fields = honestFields(scene, randomHonestReport(scene, random));
  const contentType = random.pick([formType, ...contentTypes]);
  if (random.chance(0.3)) return honestInCharset({ scene, fields, key, rule }, random);
  const signed = signFields(fields, key, rule).map(
    ([name, value]): Field => [name, name === "sign" && random.chance(0.2) ? value.toLowerCase() : value],
  );
  return { ...addressOf(scene), body: wrapHonestly(signed, random), contentType };
}

interface InCharset {
  readonly scene: FuzzedAttempt;
  readonly fields: readonly Field[];
  readonly key: string;
  readonly rule: SignRule;
}

/** Signed as the bytes that are sent, or as the text in UTF-8. Its label may name another charset. */
function honestInCharset({ scene, fields, key, rule }: InCharset, random: Random): NotifyRequest {
  const encoded = randomEncodedText(random);
  const withText = (text: string): Field[] => [...fields, ["msg", text]];
  const signedBy = (each: readonly Field[]) => each.filter((field) => isSigned(rule, field));
  const sign = random.chance(0.5)
    ? signPairs(signedBy(withText(encoded.bytes)), key, "latin1")
    : signPairs(signedBy(withText(encoded.text)), key);
  const body = wrapInCharset([...withText(encoded.text), ["sign", sign]], encoded, random);
  const label = `${formType}; charset=${encoded.charset}`;
  return { ...addressOf(scene), body, contentType: random.chance(0.6) ? label : random.pick(contentTypes) };
}

/** A notification that starts honest and ends anywhere. One in six stays honest, so that the shop must accept it. */
export function mutatedMessage(cast: MessageAttempts, random: Random): NotifyRequest {
  const { scene } = cast;
  const { keys, rules } = scene.terms;
  const report = randomHonestReport(scene, random);
  if (random.chance(1 / 12)) return honestMessage(scene, report, random.pick(rules));
  if (random.chance(1 / 12)) return honestInAnyWrapping(scene, random);
  const basis = honestFields(random.chance(0.05) ? random.pick([scene, ...cast.others]) : scene, report);
  const rule = random.chance(0.8) ? random.pick(rules) : random.pick(signRules);
  const isTampered = random.chance(0.5);
  const before = isTampered ? basis : mutated(basis, random);
  const sign = signFor(
    before,
    { right: random.chance(0.1) ? keys : keys.slice(0, 1), wrong: cast.otherKeys, rule },
    random,
  );
  const fields: Field[] = sign === undefined ? before : [...before, ["sign", sign]];
  return wrapped(cast, isTampered && random.chance(0.7) ? mutated(fields, random) : fields, random);
}

function wrapped(cast: MessageAttempts, fields: readonly Field[], random: Random): NotifyRequest {
  return {
    ...(random.chance(0.85) ? addressOf(cast.scene) : oddAddress(cast, random)),
    body: bodyOf(fields, random),
    contentType: random.chance(0.8) ? formType : random.pick(contentTypes),
  };
}

function mutated(fields: readonly Field[], random: Random): Field[] {
  let result = [...fields];
  for (let times = 1 + random.int(3); times > 0; times--) result = mutateFields(result, random);
  return result;
}

interface Keys {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly rule: SignRule;
}

function signFor(fields: readonly Field[], { right, wrong, rule }: Keys, random: Random): string | undefined {
  const honest = signNotification(fields, random.pick(right), rule);
  switch (random.int(20)) {
    case 0:
      return undefined;
    case 1:
      return "";
    case 2:
      return honest.toLowerCase();
    case 3:
      return signNotification(fields, random.pick(wrong), rule);
    case 4:
      return signNotification(fields, "", rule);
    case 5:
      return honest.slice(0, random.int(32));
    case 6:
      return random.pick([
        "0".repeat(32),
        "F".repeat(32),
        "D41D8CD98F00B204E9800998ECF8427E",
        `${honest} `,
        honest + honest,
      ]);
    case 7:
      // The key of nobody, with the right key as text of a field.
      return signNotification([...fields, ["key", "x"]], random.pick(right), rule);
    default:
      return honest;
  }
}

function bodyOf(fields: readonly Field[], random: Random): Buffer {
  const plain = random.chance(0.75) ? (each: readonly Field[]) => encodeForm(each) : encodeOddly;
  let body = random.chance(0.3) && fields.length > 0 ? wrapOddly(fields, random) : plain(fields, random);
  if (random.chance(0.15))
    for (let times = 1 + random.int(3); times > 0; times--) body = mutateBytes(body, random);
  return random.chance(0.01) ? makeHuge(body, random) : body;
}

function addressOf({ attemptId, notifyToken }: FuzzedAttempt): Pick<NotifyRequest, "attemptId" | "token"> {
  return { attemptId, token: notifyToken };
}

function oddAddress(
  { scene, others }: MessageAttempts,
  random: Random,
): Pick<NotifyRequest, "attemptId" | "token"> {
  const other = random.pick([scene, ...others]);
  const { attemptId, notifyToken, returnToken } = scene;
  const flipped = notifyToken.slice(0, -1) + (notifyToken.endsWith("0") ? "1" : "0");
  return random.pick([
    { attemptId: other.attemptId, token: other.notifyToken },
    { attemptId: other.attemptId, token: notifyToken },
    { attemptId, token: other.notifyToken },
    { attemptId, token: returnToken },
    { attemptId, token: flipped },
    { attemptId, token: notifyToken.toLowerCase() },
    { attemptId, token: "" },
    { attemptId: attemptId.toLowerCase(), token: notifyToken },
    { attemptId: "__proto__", token: "constructor" },
    { attemptId: "0".repeat(20), token: notifyToken },
    { attemptId: `${attemptId}%00`, token: notifyToken },
  ]);
}
