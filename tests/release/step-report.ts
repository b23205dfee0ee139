interface StepResult {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly seconds: number;
  /** What the step found, or what is missing. */
  readonly detail: string;
}

/** Runs the steps of a release in turn, and remembers how each ended. A failed step does not stop the others. */
export class StepReport {
  readonly #results: StepResult[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /**
   * Runs a step. Returns its result, or `undefined` if it failed.
   *
   * @param work returns the result, and what the table says about it
   */
  async run<R>(
    name: string,
    work: () => Promise<readonly [result: R, detail: string]>,
  ): Promise<R | undefined> {
    this.#print(`▶ ${name}`);
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    try {
      const [result, detail] = await work();
      this.#results.push({ name, outcome: "passed", seconds: seconds(), detail });
      return result;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#print("✘ failed");
      this.#results.push({ name, outcome: "failed", seconds: seconds(), detail });
      return undefined;
    }
  }

  /** Records a step that needs the result of a failed one. */
  skip(name: string, reason: string): void {
    this.#results.push({ name, outcome: "skipped", seconds: 0, detail: reason });
  }

  get passed(): boolean {
    return this.#results.every(({ outcome }) => outcome === "passed");
  }

  /** One line for each step, then each problem in full. */
  table(): string {
    const marks = { passed: "✔", failed: "✘", skipped: "–" } as const;
    const width = Math.max(...this.#results.map(({ name }) => name.length));
    const lines = this.#results.map(({ name, outcome, seconds, detail }) => {
      const [first = ""] = detail.split("\n");
      return `${marks[outcome]} ${name.padEnd(width)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${first}`;
    });
    const problems = this.#results.filter(({ outcome }) => outcome === "failed");
    const end = problems.map(({ name, detail }) => `\nMissing: ${name}\n${detail}`);
    return [...lines, ...end].join("\n");
  }
}
