import type { ProgressBar } from "../output/progress-bar.ts";
import type { Finding } from "./finding.ts";

/** The checks of `doctor`, and what each is about. */
const checkSubjects = {
  configuration: "the configuration",
  versions: "the versions",
  files: "the files with secrets",
  options: "the options",
  "notify-address": "the notify address",
  clock: "the gateway and its clock",
  opening: "the opening of the shop",
  proxies: "the proxy setting",
  "body-parsers": "the body parsers and the router",
  database: "the pool and the tables",
  records: "the records of the shop",
} as const;

/** The name of a check. */
export type CheckName = keyof typeof checkSubjects;

/** A check that did not run, and why, as a sentence. */
export interface SkippedCheck {
  readonly check: CheckName;
  readonly reason: string;
}

/** One run of `doctor`. Displays which checks run, and remembers which ones could not. */
export class DoctorCheckRunner {
  readonly #progress: ProgressBar;
  readonly #running = new Set<CheckName>();
  readonly #skipped: SkippedCheck[] = [];
  #ended = 0;

  constructor(progress: ProgressBar) {
    this.#progress = progress;
  }

  /** The checks that did not run. */
  get skipped(): readonly SkippedCheck[] {
    return this.#skipped;
  }

  /** Runs a check, and returns what it finds. */
  async run<Found>(check: CheckName, work: () => Found | Promise<Found>): Promise<Found> {
    this.#running.add(check);
    this.#show();
    try {
      return await work();
    } finally {
      this.#running.delete(check);
      this.#ended += 1;
      this.#show();
    }
  }

  /** Records that checks do not run. Returns no findings. */
  skip(checks: readonly CheckName[], reason: string): Finding[] {
    this.#skipped.push(...checks.map((check) => ({ check, reason })));
    this.#ended += checks.length;
    this.#show();
    return [];
  }

  #show(): void {
    const subjects = [...this.#running].map((check) => checkSubjects[check]);
    const text = subjects.length === 0 ? "" : `checking ${subjects.join(", ")}`;
    this.#progress.show(this.#ended, Object.keys(checkSubjects).length, text);
  }
}

/** Describes the checks that did not run, one line for each reason. */
export function describeSkippedChecks(skipped: readonly SkippedCheck[]): string[] {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const checks = skipped.filter((each) => each.reason === reason);
    return `Not checked: ${checks.map(({ check }) => checkSubjects[check]).join(", ")}. ${reason}`;
  });
}
