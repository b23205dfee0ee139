import type { Platform } from "../platform.ts";
import type { ActivityName, InstallationStore } from "../ports/installation-store.ts";

/** Milliseconds for which a process does not record the same activity again. */
const recordedFor = 30_000;

/** Records when an activity happened last, to within half a minute: sweeps and refusals are frequent, and must stay cheap. */
export class LastActivityRecorder {
  readonly #store: Pick<InstallationStore, "recordActivity">;
  readonly #platform: Pick<Platform, "now">;
  readonly #recorded = new Map<ActivityName, number>();

  constructor(store: Pick<InstallationStore, "recordActivity">, platform: Pick<Platform, "now">) {
    this.#store = store;
    this.#platform = platform;
  }

  /** Never rejects: what happened counts, also if its time cannot be stored. */
  async record(name: ActivityName): Promise<void> {
    const at = this.#platform.now();
    const age = at.getTime() - (this.#recorded.get(name) ?? Number.NEGATIVE_INFINITY);
    if (age >= 0 && age < recordedFor) return;
    this.#recorded.set(name, at.getTime());
    try {
      await this.#store.recordActivity({ name, at });
    } catch {
      this.#recorded.delete(name);
    }
  }
}
