import { SandboxError } from "../errors.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { GatewayJob, PlannedJob } from "./job.ts";
import type { JobStore } from "./job-store.ts";
import type { ClockSetting, SandboxClock } from "./sandbox-clock.ts";
import { maxTimerMilliseconds, type TimeSource } from "./time-source.ts";

/** The number of jobs that run at the same time. The others wait in the job store. */
const maxRunning = 256;

/** Milliseconds until the scheduler repeats a job that failed inside the sandbox, for example because the disk is full. */
const errorRetryDelay = 5000;

interface JobSchedulerDependencies {
  readonly jobs: JobStore;
  readonly clock: SandboxClock;
  /** The clock for timers. */
  readonly base: TimeSource;
  /** Stores the new clock setting before the clock moves, so that the clock is never earlier after a restart. */
  readonly keep: (setting: ClockSetting) => void;
  /** Receives the error if a job could not run. The scheduler tries the job again. */
  readonly trouble: (error: unknown) => void;
}

/** Runs jobs when they are due on the sandbox's clock, and moves that clock. */
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

  /** Starts with the jobs that became due while the sandbox was not running. `run` ends or moves a job, otherwise the job runs again. */
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

  /** Plans a job again, with its new content. */
  move(job: Pick<PlannedJob, "id" | "job">, due: number): void {
    this.#options.jobs.move(job, due);
    this.#arm(due);
  }

  /** Runs a job now, whenever it is due. Resolves when the job is over, with any result. */
  async now(job: PlannedJob): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#begin(job);
    } catch (error) {
      this.later(job, error);
    }
  }

  /**
   * Moves the clock to the time that `target` returns for the current time. Runs all jobs that become due, in order, and resolves when they
   * are over. With `order_changes` it runs only the jobs that change orders; the notifications are then sent afterwards, as fast as the shops
   * accept them. Moves run in sequence. Rejects with SandboxError `clock_backwards`, or with `closed` if the sandbox is closed during the
   * move: the clock then stays at the time it reached, and the remaining jobs stay planned.
   */
  moveClock(target: (now: number) => number, of: "all" | "order_changes" = "all"): Promise<void> {
    return this.#inTurn(() => this.#moveClock(target, of));
  }

  /** Freezes the clock or lets it run, after all moves that were requested earlier. */
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

  /** Reports that a job could not run, for example because the disk is full, and makes it due a little later. */
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

  /** Runs the jobs that are due, and sets a timer for the next one. */
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

  /** Starts no further jobs and waits for those that run. A clock move ends at its current time. */
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

  async #moveClock(target: (now: number) => number, of: "all" | "order_changes"): Promise<void> {
    const { clock } = this.#options;
    const wasFrozen = clock.frozen;
    const goTo = (time: number) => {
      this.#options.keep(clock.settingAt(time, wasFrozen));
      clock.stand(time);
    };
    this.#moving = true;
    // It is frozen already while the target is calculated, so a move by nothing is never a move into the past.
    clock.stand();
    try {
      const to = target(clock.now());
      refusePast(to, clock.now());
      await this.#runUntil(to, { goTo, of });
      goTo(to);
    } finally {
      if (!wasFrozen) clock.run();
      this.#moving = false;
      this.look();
    }
  }

  async #runUntil(to: number, { goTo, of }: { goTo: (time: number) => void; of: "all" | "order_changes" }) {
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

  /** Holds the job while it runs, so that no other call starts it. */
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
    // On a frozen clock no job becomes due by waiting.
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

/** @throws SandboxError `clock_backwards` */
function refusePast(to: number, now: number): void {
  if (to >= now) return;
  throw new SandboxError(
    "clock_backwards",
    `the clock never goes back: it is ${formatIsoTime(now)}, and ${formatIsoTime(to)} is past`,
  );
}
