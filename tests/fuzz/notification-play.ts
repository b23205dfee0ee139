import type { PayIndexEvent } from "@pay-index/core";
import { canaryEmail, type FuzzedAttempt } from "./create-sale.ts";
import type { FuzzedShop, ShopReply } from "./fuzzed-shop.ts";
import { honestMessage, type MessageAttempts, mutatedMessage } from "./messages/compose-message.ts";
import { canaryCard, holdsCard } from "./messages/odd-texts.ts";
import {
  type ExpectedReply,
  findExpectedReply,
  type NotifyRequest,
  refusalStatus,
} from "./oracle/expected-reply.ts";
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

/** Plays notifications against a shop, and compares every answer with the oracle. */
export class NotificationPlay {
  readonly #shop: FuzzedShop;
  readonly #scenes = new Map<string, FuzzedAttempt>();
  /** How many refusals the shop answered, and how many its events reported: one by one, or as a count. */
  readonly #refusals = { answered: 0, reported: 0 };
  /** The attempt of this input, and what became of the messages at its address. */
  #current: FuzzedAttempt | undefined;
  #outcomes = { isRefused: false, isSuccess: false };
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

  /** One input: one attempt, and one mutated notification between honest ones. */
  async input(number: number, random: Random): Promise<void> {
    this.#exchanges = [];
    this.#outcomes = { isRefused: false, isSuccess: false };
    const scene = await this.start(randomSale(random, `order-${number}`), random);
    this.#current = scene;
    const others = [...this.#scenes.values()].filter((each) => each !== scene).slice(0, 4);
    const cast: MessageAttempts = { scene, others, otherKeys: this.#keysOfOthers(scene) };
    const honest = () => {
      const transaction = `T${random.int(1e9)}`;
      return this.#exchange(honestMessage(scene, { code: "00", cycle: 1, transaction }));
    };
    if (random.chance(0.2)) await honest();
    const mutant = mutatedMessage(cast, random);
    await this.#exchange(mutant);
    if (random.chance(0.1)) await this.#exchange(mutant);
    if (random.chance(0.3)) await honest();
    await this.#verify(scene);
    this.#scenes.delete(scene.attemptId);
  }

  /** Sends a message, and compares the answer with the oracle's. */
  async #exchange(message: NotifyRequest): Promise<void> {
    const scene = this.#sceneAt(message);
    const isOtherSale = (attemptId: string) => this.#scenes.has(attemptId);
    const known = { terms: scene?.terms, isOtherSale };
    const exchange: Exchange = { message, verdict: findExpectedReply(message, known) };
    this.#exchanges.push(exchange);
    const answer = await this.#answer(message);
    exchange.answer = answer;
    const { fact } = exchange.verdict;
    const isAccepted = compare(exchange.verdict, answer);
    if (!isAccepted) this.#refusals.answered++;
    const isOwn = scene !== undefined && scene === this.#current;
    if (isOwn && !isAccepted && message.body.length > 0) this.#outcomes.isRefused = true;
    if (!isAccepted || fact === undefined) return;
    this.#hasCardInFacts ||= JSON.stringify(fact).includes(canaryCard);
    if (isOwn && fact.code === "00" && fact.alert === undefined) this.#outcomes.isSuccess = true;
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

  #keysOfOthers({ terms }: FuzzedAttempt): string[] {
    return listKeys(this.#shop.settings).filter((key) => !terms.keys.includes(key));
  }

  /** Checks what the shop holds of this attempt, and searches everything it wrote for secrets. The simulation checks the effects. */
  async #verify(scene: FuzzedAttempt): Promise<void> {
    const { attemptId, reference, tenant } = scene;
    const { state, reviewItems, ...status } = await this.#shop.gateway.status({ reference, tenant });
    const { isRefused, isSuccess } = this.#outcomes;
    checkGuarantee(isSuccess || state !== "paid", "the attempt is paid without a signed success");
    const isKept = !isRefused || reviewItems.some(({ kind }) => kind === "not-verified");
    checkGuarantee(isKept, "a refused message with the right token left no item for staff");
    const kept = (await this.#shop.store.findAttempt(attemptId))?.quarantine.length ?? 0;
    checkGuarantee(kept <= 8, `the quarantine holds ${kept} messages of one attempt`);
    const stored = await this.#shop.store.load({ reference, tenant }, { cycles: "all", newest: 1000 });
    const answers = this.#exchanges.map(({ answer }) => answer?.body);
    const shown = [this.#readLog(), answers, stored, reviewItems, status];
    const isOwnAddress = (name: string) => name === "statusUrl";
    const text = JSON.stringify(shown, (name, value) => (isOwnAddress(name) ? undefined : value));
    this.#verifySecrets(scene, text);
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

  #verifySecrets({ notifyToken, returnToken }: FuzzedAttempt, text: string): void {
    const holds = (secret: string) => text.includes(secret);
    checkGuarantee(!listKeys(this.#shop.settings).some(holds), "a merchant key was written down");
    checkGuarantee(!holds(notifyToken), "a notify token was written down");
    checkGuarantee(!holds(returnToken), "a return token was written down");
    // A verified id is stored as it is: the gateway vouches for it (docs/explanation/threat-model.md, residual risks).
    checkGuarantee(!holdsCard(text) || this.#hasCardInFacts, "a card number was written down");
    checkGuarantee(!holds(canaryEmail), "a buyer's e-mail address was written down");
  }
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
