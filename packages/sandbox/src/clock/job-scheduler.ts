import { SandboxError } from "../errors.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { GatewayJob, PlannedJob } from "./job.ts";
import type { JobSchedulerDependencies } from "./job-scheduler-options.ts";

/** As many as this run at once; the rest waits on the shelf. */
const maxRunning = 256;

/** The longest wait a timer of Node can hold. */
const maxTimerMilliseconds = 2 ** 31 - 1;

/** Milliseconds until a job that failed here, as on a full disk, is tried again. */
const errorRetryDelay = 5000;

/** Runs what is planned when it is due on the sandbox's clock, and moves that clock. */
export class JobScheduler {
  readonly #options: JobSchedulerDependencies;
  readonly #running = new Set<Promise<void>>();
  #run: ((job: PlannedJob) => Promise<void>) | undefined;
  #disarm: (() => void) | undefined;
  #armedFor = Number.POSITIVE_INFINITY;
  #moves: Promise<void> = Promise.resolve();
  #moving = false;
  #closed = false;

  constructor(options: JobSchedulerDependencies) {
    this.#options = options;
  }

  /** Begins: what became due while nobody was there comes first. `run` ends a job or moves it, or it comes again. */
  start(run: (job: PlannedJob) => Promise<void>): void {
    this.#run = run;
    this.#options.jobs.letAllGo();
    this.look();
  }

  plan(orderRow: number, due: number, job: GatewayJob): PlannedJob {
    const planned = this.#options.jobs.add(orderRow, job, { due, held: false });
    this.#arm(due);
    return planned;
  }

  /** Plans a job anew, with what it has become. */
  move(job: Pick<PlannedJob, "id" | "job">, due: number): void {
    this.#options.jobs.move(job, due);
    this.#arm(due);
  }

  /** Runs a job now, whenever it is due; resolves when it is over, whatever came of it. */
  async now(job: PlannedJob): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#begin(job);
    } catch (error) {
      this.later(job, error);
    }
  }

  /**
   * Moves the clock, to the moment that `target` makes of the one it is at. Runs all that becomes due, one after the
   * other, and resolves when it is over; of `bookings` alone, what shops are to be told is sent afterwards, as fast as they take it.
   * Moves take turns. Rejects with SandboxError `clock_backwards`, and with `closed` when it is closed on the way: the clock is
   * then where it got to, and what was not run stays planned.
   */
  moveClock(target: (now: number) => number, of: "all" | "bookings" = "all"): Promise<void> {
    return this.#inTurn(() => this.#moveClock(target, of));
  }

  /** Stops the clock or lets it go on, after the moves that were asked for before. */
  freezeClock(frozen: boolean): Promise<void> {
    const { clock } = this.#options;
    return this.#inTurn(() => {
      if (frozen !== clock.frozen) {
        this.#options.keep(clock.settingAt(clock.now(), frozen));
        if (frozen) clock.stand();
        else clock.run();
      }
      this.look();
    });
  }

  /** Says that a job could not be run, as on a full disk, and lets it be due again a little later. */
  later(job: Pick<PlannedJob, "id">, error: unknown): void {
    if (this.#closed) return;
    const { base, jobs, trouble } = this.#options;
    trouble(error);
    base.after(errorRetryDelay, () => {
      if (this.#closed) return;
      try {
        jobs.letGo(job);
        this.look();
      } catch (again) {
        this.later(job, again);
      }
    });
  }

  /** Runs what is due, and comes back when the next is. */
  look(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#armedFor = Number.POSITIVE_INFINITY;
    if (this.#closed || this.#moving || !this.#run) return;
    try {
      this.#runDue();
    } catch (error) {
      this.#options.trouble(error);
      this.#armIn(errorRetryDelay);
    }
  }

  /** Begins nothing more and waits for what is running. A move of the clock ends where it is. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#disarm?.();
    await Promise.all(this.#running);
    await this.#moves;
  }

  #inTurn(work: () => Promise<void> | void): Promise<void> {
    const turn = this.#moves.then(work);
    this.#moves = turn.catch(() => undefined);
    return turn;
  }

  async #moveClock(target: (now: number) => number, of: "all" | "bookings"): Promise<void> {
    const { clock } = this.#options;
    const to = target(clock.now());
    if (to < clock.now()) {
      const [now, past] = [formatIsoTime(clock.now()), formatIsoTime(to)];
      throw new SandboxError(
        "clock_backwards",
        `the clock never goes back: it is ${now}, and ${past} is past`,
      );
    }
    const wasFrozen = clock.frozen;
    const goTo = (time: number) => {
      this.#options.keep(clock.settingAt(time, wasFrozen));
      clock.stand(time);
    };
    this.#moving = true;
    clock.stand();
    try {
      await this.#runUntil(to, { goTo, of });
      goTo(to);
    } finally {
      if (!wasFrozen) clock.run();
      this.#moving = false;
      this.look();
    }
  }

  async #runUntil(
    to: number,
    { goTo, of }: { goTo: (time: number) => void; of: "all" | "bookings" },
  ): Promise<void> {
    const { clock, jobs } = this.#options;
    let from = 0;
    for (;;) {
      if (of === "all") await Promise.all(this.#running);
      if (this.#closed) throw new SandboxError("closed", "the sandbox was closed before the clock got there");
      const job = of === "all" ? jobs.next(to) : jobs.nextBooking(from, to);
      if (!job) return;
      from = job.due;
      if (job.due > clock.now()) goTo(job.due);
      await this.#begin(job);
    }
  }

  #runDue(): void {
    const { clock, jobs } = this.#options;
    while (this.#running.size < maxRunning) {
      const job = jobs.next(Number.MAX_SAFE_INTEGER);
      if (!job) return;
      if (job.due > clock.now()) {
        this.#arm(job.due);
        return;
      }
      void this.#begin(job);
    }
  }

  /** It is held while it runs: nobody else begins it. */
  #begin(job: PlannedJob): Promise<void> {
    this.#options.jobs.hold(job);
    const run = this.#run ?? (() => Promise.resolve());
    const running = run(job)
      .catch((error: unknown) => this.later(job, error))
      .finally(() => {
        const wasFull = this.#running.size >= maxRunning;
        this.#running.delete(running);
        if (wasFull) this.look();
      });
    this.#running.add(running);
    return running;
  }

  #arm(due: number): void {
    if (due >= this.#armedFor || this.#moving || this.#closed || !this.#run) return;
    const { clock } = this.#options;
    const wait = due - clock.now();
    // a clock that stands still gets nowhere by waiting
    if (wait > 0 && clock.frozen) return;
    this.#armIn(Math.min(Math.max(wait, 0), maxTimerMilliseconds));
    this.#armedFor = due;
  }

  #armIn(milliseconds: number): void {
    if (this.#closed) return;
    const { base, clock } = this.#options;
    this.#disarm?.();
    this.#armedFor = clock.now() + milliseconds;
    this.#disarm = base.after(milliseconds, () => this.look());
  }
}
