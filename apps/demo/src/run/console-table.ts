import { styleText } from "node:util";

/** The row that is being filled, cell by cell from the left, as things happen. */
export class ConsoleTable<Column extends string> {
  readonly #write: (text: string) => void;
  readonly #widths: Readonly<Record<Column, number>>;
  readonly #good: ReadonlySet<string>;

  /** `widths` has the columns in their order; `good` are the words for what is well. */
  constructor(
    write: (text: string) => void,
    { widths, good }: { widths: Readonly<Record<Column, number>>; good: readonly string[] },
  ) {
    this.#write = write;
    this.#widths = widths;
    this.#good = new Set(good);
  }

  head(): void {
    for (const column of this.#columns()) this.#write(styleText("bold", this.#pad(column, column)));
    this.#write("\n");
  }

  /** The last cell of a row ends it. */
  cell(column: Column, text: string | number): void {
    const padded = this.#pad(column, String(text));
    this.#write(this.#good.has(String(text)) ? styleText("green", padded) : padded);
    if (this.#isLast(column)) this.#write("\n");
  }

  /** The row ends here, for this reason. */
  breakOff(words: string): void {
    this.#write(`${styleText("red", words)}\n`);
  }

  #columns(): Column[] {
    return Object.keys(this.#widths) as Column[];
  }

  #isLast(column: Column): boolean {
    return this.#columns().at(-1) === column;
  }

  /** The last column stands to the right. */
  #pad(column: Column, text: string): string {
    const width = Math.max(this.#widths[column], column.length);
    return this.#isLast(column) ? text.padStart(width) : `${text.padEnd(width)}  `;
  }
}
