import type { PayIndexEvent } from "@pay-index/core";
import { canaryEmail, type FuzzedAttempt } from "./create-sale.ts";
import type { FuzzedShop, ShopReply } from "./fuzzed-shop.ts";
import { honestMessage, type MessageAttempts, mutatedMessage } from "./messages/compose-message.ts";
import type { NotificationReport } from "./messages/honest-message.ts";
import { canaryCard, holdsCard } from "./messages/odd-texts.ts";
import {
  type ExpectedReply,
  findExpectedReply,
  type NotifyRequest,
  refusalStatus,
} from "./oracle/expected-reply.ts";
import { SignStrengthMemory } from "./oracle/sign-strength.ts";
import type { Random } from "./random.ts";
import { listKeys, randomSale, type SaleRequest } from "./random-settings.ts";

/** A promise that the shop under test broke. The message says which one. */
export class BrokenGuarantee extends Error {
  override readonly name = "Violation";
}

export function checkGuarantee(isKept: boolean, promise: string): asserts isKept {
  if (!isKept) throw new BrokenGuarantee(promise);
}

/** Milliseconds of processor time that one answer may cost. */
const answerLimit = 50;

/** One request with its answer, for the report of a failure. */
interface Exchange {
  readonly message: NotifyRequest;
  readonly verdict: ExpectedReply;
  answer?: ShopReply;
}

/** Plays notifications against a shop and compares every answer and every effect with the oracle. */
export class NotificationPlay {
  readonly #shop: FuzzedShop;
  readonly #scenes = new Map<string, FuzzedAttempt>();
  /** References whose order grew after its attempts had started. */
  readonly #grown = new Set<string>();
  /** How many refusals the shop answered, and how many its events reported: one by one, or as a count. */
  readonly #refusals = { answered: 0, reported: 0 };
  readonly #strengths = new SignStrengthMemory();
  /** Gateway order IDs of attempts that got a message at their address and refused it. */
  readonly #refused = new Set<string>();
  /** Gateway order IDs of attempts with a notification that was signed by a weaker rule than earlier ones. */
  readonly #weaker = new Set<string>();
  #exchanges: Exchange[] = [];
  /** A verified notification had a card number in a field that is stored as it is. */
  #hasCardInFacts = false;

  constructor(shop: FuzzedShop) {
    this.#shop = shop;
  }

  /** What the last input sent. */
  get transcript(): unknown {
    return this.#exchanges.map(({ message, verdict, answer }) => ({
      path: `notify/${message.attemptId}/${message.token}`,
      contentType: message.contentType,
      body: message.body.toString("latin1"),
      oracle: { refuse: [...verdict.refusals], fact: verdict.fact },
      answer,
    }));
  }

  /** Starts a sale that further inputs of this shop may attack. */
  async start(sale: SaleRequest, random: Random): Promise<FuzzedAttempt> {
    const scene = await this.#shop.start(sale, random);
    this.#scenes.set(scene.attemptId, scene);
    return scene;
  }

  /** One input: one attempt, or two of one order, and one mutated notification between honest ones. */
  async input(number: number, random: Random): Promise<void> {
    this.#exchanges = [];
    const sale = randomSale(random, `order-${number}`);
    const scene = await this.start(sale, random);
    const others = [...this.#scenes.values()].filter((each) => each !== scene).slice(0, 4);
    const isTwice = random.chance(0.1);
    const twin = isTwice ? await this.start({ ...sale, buyerName: "Bea" }, random) : scene;
    if (random.chance(0.05)) this.#grow(scene);
    const cast: MessageAttempts = { scene, others: [...others, twin], otherKeys: this.#keysOfOthers(scene) };
    if (random.chance(0.2)) await this.#exchange(honestMessage(scene, sold(random)));
    const mutant = mutatedMessage(cast, random);
    await this.#exchange(mutant);
    if (random.chance(0.1)) await this.#exchange(mutant);
    if (random.chance(0.3)) await this.#exchange(honestMessage(random.pick([scene, twin]), sold(random)));
    await this.#verify([...new Set([scene, twin])]);
    for (const each of [scene, twin]) this.#scenes.delete(each.attemptId);
    this.#grown.delete(scene.reference);
    this.#weaker.clear();
    this.#refused.clear();
  }

  #grow({ reference }: FuzzedAttempt): void {
    this.#shop.grow(reference);
    this.#grown.add(reference);
  }

  /** Sends a message, and compares the answer with the oracle's. */
  async #exchange(message: NotifyRequest): Promise<void> {
    const scene = this.#sceneAt(message);
    const isOtherSale = (attemptId: string) => this.#scenes.has(attemptId);
    const known = { terms: scene?.model.terms, isOtherSale };
    const exchange: Exchange = { message, verdict: findExpectedReply(message, known) };
    this.#exchanges.push(exchange);
    const answer = await this.#answer(message);
    exchange.answer = answer;
    const { fact, strength } = exchange.verdict;
    const isAccepted = compare(exchange.verdict, answer);
    if (!isAccepted) this.#refusals.answered++;
    if (!isAccepted && scene !== undefined && message.body.length > 0) this.#refused.add(scene.attemptId);
    if (!isAccepted || fact === undefined) return;
    this.#hasCardInFacts ||= JSON.stringify(fact).includes(canaryCard);
    scene?.model.apply(fact);
    if (scene === undefined || strength === undefined) return;
    const { tenant, attemptId, model } = scene;
    if (this.#strengths.mustOpenItem(tenant, model.terms, { fact, strength })) this.#weaker.add(attemptId);
  }

  /** Sends a message again if its answer took long: another process or the collection of garbage can delay one of them. */
  async #answer(message: NotifyRequest): Promise<ShopReply> {
    const costs: number[] = [];
    for (;;) {
      const before = process.cpuUsage();
      const answer = await this.#shop.receive(message);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
      if (Math.min(...costs) <= answerLimit) return answer;
      checkGuarantee(
        costs.length < 4,
        `an answer costs ${Math.round(Math.min(...costs))} ms of processor time`,
      );
      if (answer.status !== 200) this.#refusals.answered++;
    }
  }

  #sceneAt({ attemptId, token }: NotifyRequest): FuzzedAttempt | undefined {
    const scene = this.#scenes.get(attemptId);
    return scene?.notifyToken === token ? scene : undefined;
  }

  #keysOfOthers({ model }: FuzzedAttempt): string[] {
    return listKeys(this.#shop.settings).filter((key) => !model.terms.keys.includes(key));
  }

  /** Compares what the shop holds of these attempts, and searches everything it wrote for secrets. */
  async #verify(scenes: readonly FuzzedAttempt[]): Promise<void> {
    for (const scene of scenes) await this.#verifyState(scene);
    for (const { reference } of scenes) this.#verifyPlaced(scenes, reference);
    const stored = scenes.map(({ reference, tenant }) =>
      this.#shop.store.load({ reference, tenant }, { cycles: "all", newest: 1000 }),
    );
    const answers = this.#exchanges.map(({ answer }) => answer?.body);
    this.#verifySecrets(scenes, JSON.stringify([this.#readLog(), answers, await Promise.all(stored)]));
  }

  /** Call it when the shop is closed: then every refusal is reported. */
  verifyRefusals(): void {
    this.#readLog();
    const { answered, reported } = this.#refusals;
    checkGuarantee(
      answered === reported,
      `${answered} notifications were refused and events report ${reported}`,
    );
  }

  #readLog(): PayIndexEvent[] {
    const events = this.#shop.log.splice(0);
    for (const event of events) {
      if (event.event === "notification-refused") this.#refusals.reported++;
      if (event.event === "refusals-suppressed") this.#refusals.reported += event.count;
    }
    return events;
  }

  async #verifyState(scene: FuzzedAttempt): Promise<void> {
    const { attemptId, reference, tenant } = scene;
    const status = await this.#shop.gateway.status({ reference, tenant });
    const attempt = status.attempts.find((each) => each.attemptId === attemptId)?.state;
    const { state, reviewItems: items } = status;
    const { model } = scene;
    checkGuarantee(!model.isPaid || attempt === "paid", `attempt must be paid and is ${attempt}`);
    checkGuarantee(model.isPaid || attempt !== "paid", "attempt is paid without an honest signed success");
    checkGuarantee(!model.isPaid || state === "paid", `order must be paid and is ${state}`);
    const isUnplaced = model.isPaid && this.#grown.has(reference);
    checkGuarantee(!isUnplaced || items.length > 0, "a paid order that grew left no item for staff");
    const isKept = !this.#refused.has(attemptId) || items.some(({ kind }) => kind === "not-verified");
    checkGuarantee(isKept, "a refused message with the right token left no item for staff");
    const kept = (await this.#shop.store.findAttempt(attemptId))?.quarantine.length ?? 0;
    checkGuarantee(kept <= 8, `the quarantine holds ${kept} messages of one attempt`);
    const isWeaker = this.#weaker.has(attemptId);
    checkGuarantee(!isWeaker || items.length > 0, "a weaker sign rule left no item for staff");
    checkGuarantee(
      !model.needsReview || items.length > 0,
      "a signed success that pays nothing left no item for staff",
    );
    const isOwnAddress = (name: string) => name === "statusUrl";
    const text = JSON.stringify(status, (name, value) => (isOwnAddress(name) ? undefined : value));
    this.#verifySecrets([scene], text);
  }

  #verifyPlaced(scenes: readonly FuzzedAttempt[], reference: string): void {
    const { orders, renewals } = this.#shop.placed;
    const own = scenes.filter((scene) => scene.reference === reference);
    const isGrown = this.#grown.has(reference);
    const isPayable = !isGrown && own.some(({ model }) => model.isPaid);
    const due = isPayable ? 1 : 0;
    const placed = orders.get(reference) ?? 0;
    checkGuarantee(placed === due, `must place ${due} orders and placed ${placed}`);
    for (const { attemptId, model } of own)
      for (let cycle = 2; cycle <= model.terms.cycles + 2; cycle++) {
        const made = renewals.get(`${attemptId}/${cycle}`) ?? 0;
        const isDue = !isGrown && model.isPaid && model.paidCycles.has(cycle);
        checkGuarantee(made <= (isDue ? 1 : 0), `cycle ${cycle} was renewed ${made} times`);
        checkGuarantee(
          made === (isDue ? 1 : 0) || own.length > 1,
          `cycle ${cycle} is paid and was not renewed`,
        );
      }
  }

  #verifySecrets(scenes: readonly FuzzedAttempt[], text: string): void {
    const holds = (secret: string) => text.includes(secret);
    checkGuarantee(!listKeys(this.#shop.settings).some(holds), "a merchant key was written down");
    checkGuarantee(!scenes.some(({ notifyToken }) => holds(notifyToken)), "a notify token was written down");
    checkGuarantee(!scenes.some(({ returnToken }) => holds(returnToken)), "a return token was written down");
    // A verified id is stored as it is: the gateway vouches for it (docs/explanation/threat-model.md, residual risks).
    checkGuarantee(!holdsCard(text) || this.#hasCardInFacts, "a card number was written down");
    checkGuarantee(!holds(canaryEmail), "a buyer's e-mail address was written down");
  }
}

function sold(random: Random): NotificationReport {
  return { code: "00", cycle: 1, transaction: `T${random.int(1e9)}` };
}

/** True: the shop accepted it. */
function compare({ refusals, alsoAllowed }: ExpectedReply, { status, body }: ShopReply): boolean {
  const isOk = status === 200 && body === "OK";
  const words = [...refusals];
  checkGuarantee(!isOk || words.length === 0, `must refuse (${words.join(" or ")}) and answered OK`);
  const isWord = [...words, ...alsoAllowed].some((word) => body === word && status === refusalStatus[word]);
  const expected = words.length === 0 ? "OK" : words.join(" or ");
  checkGuarantee(isOk || isWord, `must answer ${expected} and answered ${status} ${body.slice(0, 200)}`);
  return isOk;
}
