/** A process, or a person, that owns events: what is due for one that died never happens. */
export interface Owner {
  readonly name: string;
  isAlive: boolean;
  /** Until then the process does nothing, such as during a garbage collection. Milliseconds of the simulation. */
  pausedUntil: number;
}

interface Entry {
  at: number;
  readonly order: number;
  readonly run: () => void;
  readonly owner: Owner | undefined;
  isCancelled: boolean;
}

/**
 * Virtual time. Everything that waits for a port waits for an entry of this queue, so that the seed decides who goes on. Between two
 * entries, all promises settle that can: the program has no other source of order.
 */
export class Scheduler {
  /** Milliseconds since the start of the simulation. */
  now = 0;
  steps = 0;
  isStopped = false;
  /** Resolves when nothing outside this queue is at work any more. Default: nothing is. */
  untilQuiet: (() => Promise<void>) | undefined;
  readonly #heap: Entry[] = [];
  #order = 0;

  /** Runs `run` after some milliseconds, unless its owner has died by then. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void, owner?: Owner): () => void {
    const at = this.now + Math.max(0, milliseconds);
    const entry = { at, order: this.#order++, run, owner, isCancelled: false };
    this.#push(entry);
    return () => {
      entry.isCancelled = true;
    };
  }

  sleep(milliseconds: number, owner?: Owner): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve, owner));
  }

  /** Runs everything until the queue is empty, the simulation is stopped, or it has made too many steps. */
  async run(mostSteps: number): Promise<void> {
    for (
      let next = this.#pop();
      next !== undefined && !this.isStopped && this.steps < mostSteps;
      next = this.#pop()
    ) {
      if (next.isCancelled || next.owner?.isAlive === false) continue;
      if (next.owner !== undefined && next.owner.pausedUntil > next.at) {
        next.at = next.owner.pausedUntil;
        this.#push(next);
        continue;
      }
      this.now = Math.max(this.now, next.at);
      this.steps++;
      next.run();
      await settled();
      if (this.untilQuiet !== undefined) await this.untilQuiet();
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[at] = heap[parent] as Entry;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): Entry | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[at] = heap[child] as Entry;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** A turn of the event loop takes longer than most steps: so many of its callbacks are asked for at once. */
const batch = 256;
let planned = 0;
let resume: (() => void) | undefined;

/** Resolves when every promise has settled that waits for no port: Node settles them all between two of its callbacks. */
export function settled(): Promise<void> {
  if (planned === 0) for (; planned < batch; planned++) setImmediate(turn);
  return new Promise((resolve) => {
    resume = resolve;
  });
}

function turn(): void {
  planned--;
  resume?.();
  resume = undefined;
}
