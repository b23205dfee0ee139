import { checkGuarantee } from "./broken-guarantee.ts";

/** Compares the refusals that a shop answered with those that its events report, one by one or as a count. */
export class RefusalEventCheck {
  #answered = 0;
  #reported = 0;

  answer(): void {
    this.#answered++;
  }

  /** Reads events as lines of JSON. */
  read(lines: readonly string[]): void {
    for (const line of lines) {
      const { event, count } = JSON.parse(line) as { event: string; count?: number };
      if (event === "notification-refused") this.#reported++;
      if (event === "refusals-suppressed") this.#reported += count ?? 0;
    }
  }

  /** Call it when the shop is closed: then every count is reported. */
  verify(): void {
    const [answered, reported] = [this.#answered, this.#reported];
    checkGuarantee(
      answered === reported,
      `${answered} notifications were refused and events report ${reported}`,
    );
  }
}
