import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import type { NotifyRequest } from "../oracle/expected-reply.ts";
import { type Field, type SignRule, signNotification, signRules } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";
import { contentTypes, encodeForm, encodeOddly, makeHuge, mutateBytes } from "./encode-form.ts";
import { honestFields, type NotificationReport, randomHonestReport, signFields } from "./honest-message.ts";
import { mutateFields } from "./mutate-fields.ts";

export const formType = "application/x-www-form-urlencoded";

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
  const { keys, rules } = scene.model.terms;
  const fields = signFields(honestFields(scene, report), keys[0] ?? "", rule ?? rules[0] ?? "received");
  return { ...addressOf(scene), body: encodeForm(fields), contentType: formType };
}

/** A notification that starts honest and ends anywhere. One in twelve stays honest, so that the shop must accept it. */
export function mutatedMessage(cast: MessageAttempts, random: Random): NotifyRequest {
  const { scene } = cast;
  const { keys, rules } = scene.model.terms;
  const report = randomHonestReport(scene, random);
  if (random.chance(1 / 12)) return honestMessage(scene, report, random.pick(rules));
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
  const after = isTampered && random.chance(0.7) ? mutated(fields, random) : fields;
  return {
    ...(random.chance(0.85) ? addressOf(scene) : oddAddress(cast, random)),
    body: bodyOf(after, random),
    contentType: random.chance(0.9) ? formType : random.pick(contentTypes),
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
  let body = random.chance(0.75) ? encodeForm(fields) : encodeOddly(fields, random);
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
