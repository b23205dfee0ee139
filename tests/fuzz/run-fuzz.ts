import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { FuzzedShop, type WrapGateway } from "./fuzzed-shop.ts";
import { BrokenGuarantee, checkGuarantee, NotificationPlay } from "./notification-play.ts";
import { Random } from "./random.ts";
import { randomSale, randomSettings } from "./random-settings.ts";

export interface RunOptions {
  readonly seed: number;
  /** The first input's number. */
  readonly from: number;
  readonly inputs: number;
  /** Seconds that one input may take. */
  readonly patience?: number;
  readonly wrap?: WrapGateway;
}

/** An input whose outcome broke a promise. */
export class FuzzFailure extends Error {
  override readonly name = "Failure";
  readonly input: number;
  /** Requests, the oracle's verdicts and the answers, as JSON that a person can read and a script can send again. */
  readonly transcript: unknown;

  constructor(input: number, transcript: unknown, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.input = input;
    this.transcript = transcript;
  }
}

/** How many inputs use one shop. */
const inputsOfShop = 500;
const heapMargin = 64;
const target = "notification";

/** Plays inputs. Returns the megabytes of the heap after the first shop and at the end. @throws FuzzFailure */
export async function runFuzz(options: RunOptions): Promise<readonly [first: number, last: number]> {
  const { seed, from, inputs, patience = 10, wrap } = options;
  const heap: number[] = [];
  for (let next = from; next < from + inputs; ) {
    const shopNumber = Math.floor(next / inputsOfShop);
    const end = Math.min(from + inputs, (shopNumber + 1) * inputsOfShop);
    const random = new Random(seed, target, "shop", shopNumber);
    const shop = new FuzzedShop(randomSettings(random), wrap);
    const play = new NotificationPlay(shop);
    const failAt = (input: number) => (cause: unknown) => {
      throw new FuzzFailure(input, play.transcript, cause);
    };
    for (const name of ["a", "b", "c"]) await play.start(randomSale(random, `standing-${name}`), random);
    for (; next < end; next++)
      await inTime(play.input(next, new Random(seed, target, next)), patience).catch(failAt(next));
    await shop.gateway.close();
    await checkClosed(play, heap).catch(failAt(end - 1));
  }
  return [heap[0] ?? 0, heap.at(-1) ?? 0];
}

async function inTime(work: Promise<void>, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const unanswered = () => reject(new BrokenGuarantee(`no answer within ${patience} s`));
    timer = setTimeout(unanswered, patience * 1000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** When a shop is closed, its events must report every refusal, and its memory is free again. */
async function checkClosed(play: NotificationPlay, heap: number[]): Promise<void> {
  play.verifyRefusals();
  heap.push(heapInMegabytes());
  const [first = 0, last = 0] = [heap[0], heap.at(-1)];
  checkGuarantee(last <= first + heapMargin, `the heap grew from ${first} MB to ${last} MB`);
}

let collect: (() => void) | undefined;

function heapInMegabytes(): number {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}
