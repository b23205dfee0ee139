import { styleText } from "node:util";
import { showControlCharacters } from "@pay-index/core/adapter";

/** A table on the console, whose current row is filled cell by cell. */
export class ConsoleTable<Column extends string> {
  readonly #write: (text: string) => void;
  readonly #widths: Readonly<Record<Column, number>>;
  readonly #good: ReadonlySet<string>;

  /**
   * @param widths the columns in their order
   *
   * @param good the words that mean success
   */
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

  /** Writes a cell. The last cell ends the row. */
  cell(column: Column, text: string | number): void {
    const padded = this.#pad(column, showControlCharacters(String(text)));
    this.#write(this.#good.has(String(text)) ? styleText("green", padded) : padded);
    if (this.#isLast(column)) this.#write("\n");
  }

  /** Ends the row with a reason. */
  breakOff(words: string): void {
    this.#write(`${styleText("red", words)}\n`);
  }

  #columns(): Column[] {
    return Object.keys(this.#widths) as Column[];
  }

  #isLast(column: Column): boolean {
    return this.#columns().at(-1) === column;
  }

  /** The last column is aligned right. */
  #pad(column: Column, text: string): string {
    const width = Math.max(this.#widths[column], column.length);
    return this.#isLast(column) ? text.padStart(width) : `${text.padEnd(width)}  `;
  }
}
