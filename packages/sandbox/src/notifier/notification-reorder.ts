import type { PlannedJob } from "../clock/job.ts";

/** Swaps pairs of notifications. After a restart, the first one is sent when it is due. */
export class NotificationReorder {
  /** The waiting job of each group. */
  readonly #waiting = new Map<string, PlannedJob>();
  /** The job that each job overtakes. */
  readonly #overtakes = new Map<number, PlannedJob>();

  /** Whether a job waits in this group: then the next one overtakes it and does not wait. */
  hasWaiting(group: string): boolean {
    return this.#waiting.has(group);
  }

  /** Waits in the group, or overtakes the waiting job. */
  join(group: string, job: PlannedJob): void {
    const first = this.#waiting.get(group);
    if (first === undefined) this.#waiting.set(group, job);
    else {
      this.#waiting.delete(group);
      this.#overtakes.set(job.id, first);
    }
  }

  /** Removes a job that begins from the waiting ones. */
  began({ id }: PlannedJob): void {
    for (const [group, job] of this.#waiting) if (job.id === id) this.#waiting.delete(group);
    for (const [leader, job] of this.#overtakes) if (job.id === id) this.#overtakes.delete(leader);
  }

  /** Returns the overtaken job that can start now. */
  ended({ id }: PlannedJob): PlannedJob | undefined {
    const first = this.#overtakes.get(id);
    this.#overtakes.delete(id);
    return first;
  }
}
