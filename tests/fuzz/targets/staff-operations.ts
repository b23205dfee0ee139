import type { Gateway, ReviewResolutionRequest } from "@pay-index/core";
import { checkGuarantee } from "../broken-guarantee.ts";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import { mutatedMessage } from "../messages/compose-message.ts";
import { oddValues } from "../messages/odd-texts.ts";
import { NotificationPlay } from "../notification-play.ts";
import { findExpectedRetryReply } from "../oracle/expected-reply.ts";
import type { Random } from "../random.ts";
import { CoreShop } from "../shops/core-shop.ts";
import { listKeys, randomSale, randomSettings } from "../shops/random-settings.ts";
import { describeExchanges } from "./describe-exchanges.ts";
import type { FuzzTarget } from "./fuzz-target.ts";

const codes = new Set(["resolution_invalid", "attempt_unknown", "sale_invalid"]);

/** What staff pages hand to the verbs. */
export const staffOperationsTarget: FuzzTarget = {
  name: "staff",
  about:
    "the verbs behind staff pages: decide, work, items and status, with odd decisions about fuzzed payments",
  share: 4,
  perShop: 200,
  async open(random) {
    const shop = new CoreShop(randomSettings(random));
    const play = new NotificationPlay(shop, (message) => shop.receive(message));
    let decisions: unknown[] = [];
    return {
      async input(number, inputRandom) {
        play.exchanges = [];
        decisions = [];
        const scene = await play.start(randomSale(inputRandom, `order-${number}`), inputRandom);
        const cast = {
          scene,
          others: [],
          otherKeys: listKeys(shop.settings).filter((key) => !scene.model.terms.keys.includes(key)),
        };
        for (let times = inputRandom.int(3); times > 0; times--)
          await play.exchange(mutatedMessage(cast, inputRandom), inputRandom);
        for (let times = 1 + inputRandom.int(3); times > 0; times--) {
          const decision = await oddDecision(shop, scene, inputRandom);
          decisions.push(decision);
          const mayVerify = play.exchanges.some(
            ({ message }) =>
              findExpectedRetryReply(message, { terms: scene.model.terms, isOtherSale: () => false }).fact !==
              undefined,
          );
          await decided({ shop, scene, mayVerify }, decision);
        }
      },
      transcript: () => ({ notifications: describeExchanges(play.exchanges), decisions }),
      close: () => shop.close(),
    };
  },
};

interface Deciding {
  readonly shop: CoreShop;
  readonly scene: FuzzedAttempt;
  /** A refused notification would verify if staff asked again. */
  readonly mayVerify: boolean;
}

async function decided({ shop, scene, mayVerify }: Deciding, decision: unknown): Promise<void> {
  const before = await shop.status(scene);
  const isTaken = await isAnswered(shop.staff.resolveReviewItem(decision as ReviewResolutionRequest));
  const { item, attemptId, operator } = Object(decision) as Record<string, unknown>;
  const by = { operator } as Parameters<Gateway["retryReviewItem"]>[1];
  if (typeof item === "string") await isAnswered(shop.staff.retryReviewItem(item, by));
  await shop.staff.reviewItems(10);
  const after = await shop.status(scene);
  const [was, is] = [before, after].map(({ attempts }) => attempts.get(scene.attemptId));
  checkGuarantee(was !== "paid" || is === "paid", `a decision made a paid attempt ${is}`);
  const isAccepted = isTaken && attemptId === scene.attemptId;
  checkGuarantee(
    was === "paid" || is !== "paid" || isAccepted || mayVerify,
    "an attempt is paid though the decision was refused",
  );
  checkGuarantee((shop.placed.orders.get(scene.reference) ?? 0) <= 1, "one payment placed two orders");
  const text = shop.takeLog().join("\n") + (await shop.stored(scene));
  checkGuarantee(
    !listKeys(shop.settings).some((key) => text.includes(key)),
    "a merchant key was written down",
  );
}

/** False: refused with a coded error. Any other error is a defect. */
async function isAnswered(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "none";
    checkGuarantee(
      codes.has(code),
      `staff input ended in ${error instanceof Error ? error.message : "no error"} (${code})`,
    );
    return false;
  }
}

async function oddDecision(shop: CoreShop, { attemptId }: FuzzedAttempt, random: Random): Promise<unknown> {
  if (random.chance(0.03)) return random.pick([undefined, null, 5, "x", [], { attemptId }]);
  const items = await shop.staff.reviewItems(50);
  const own = items.filter((item) => item.attemptId === attemptId);
  const odd = () =>
    random.pick([
      ...oddValues,
      undefined,
      null,
      0,
      -1,
      1.5,
      [],
      {},
      ["accepted"],
      Number.NaN,
      2 ** 60,
    ] as unknown[]);
  const orOdd = (value: unknown) => (random.chance(0.12) ? odd() : value);
  return {
    attemptId: orOdd(attemptId),
    action: orOdd(random.pick(["accepted", "closed", "refunded"])),
    operator: orOdd({ id: "user-1", name: "Ada" }),
    note: orOdd("seen at the gateway"),
    ...(random.chance(0.5) ? { cycle: orOdd(1 + random.int(5)) } : {}),
    ...(random.chance(0.6) ? { item: orOdd(random.pick(own)?.id) } : {}),
  };
}
