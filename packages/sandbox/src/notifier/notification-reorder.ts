import type { PlannedJob } from "../clock/job.ts";

/** Pairs of notifications of which the second goes first. After a restart the first just goes when it is due. */
export class NotificationReorder {
  /** Who waits in a group to be overtaken. */
  readonly #waiting = new Map<string, PlannedJob>();
  /** Whom a job overtakes. */
  readonly #overtakes = new Map<number, PlannedJob>();

  /** Whether somebody waits in this group, so that the next one overtakes and need not wait. */
  hasWaiting(group: string): boolean {
    return this.#waiting.has(group);
  }

  /** Waits in the group, or overtakes who does. */
  join(group: string, job: PlannedJob): void {
    const first = this.#waiting.get(group);
    if (first === undefined) this.#waiting.set(group, job);
    else {
      this.#waiting.delete(group);
      this.#overtakes.set(job.id, first);
    }
  }

  /** A job begins: it waits no longer. */
  began({ id }: PlannedJob): void {
    for (const [group, job] of this.#waiting) if (job.id === id) this.#waiting.delete(group);
    for (const [leader, job] of this.#overtakes) if (job.id === id) this.#overtakes.delete(leader);
  }

  /** A job's try is over: whom it has overtaken may go. */
  ended({ id }: PlannedJob): PlannedJob | undefined {
    const first = this.#overtakes.get(id);
    this.#overtakes.delete(id);
    return first;
  }
}
