import { styleText } from "node:util";

const columns = {
  variant: 12,
  "order number": 20,
  submission: 10,
  return: 10,
  notification: 12,
  "shop's db": 9,
  sandbox: 8,
  ms: 5,
} as const;

export type Column = keyof typeof columns;

/** The row that is being filled, cell by cell from the left, as things happen. */
export class Table {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  head(): void {
    for (const [name, width] of Object.entries(columns))
      this.#write(styleText("bold", pad(name, name, width)));
    this.#write("\n");
  }

  cell(column: Column, text: string | number): void {
    const padded = pad(column, String(text), columns[column]);
    this.#write(text === "paid" ? styleText("green", padded) : padded);
    if (column === "ms") this.#write("\n");
  }

  /** The row ends here: its order was not paid. */
  breakOff(): void {
    this.#write(`${styleText("red", "NOT PAID")}\n`);
  }
}

/** Numbers stand to the right. */
function pad(column: string, text: string, width: number): string {
  return column === "ms" ? text.padStart(width) : `${text.padEnd(width)}  `;
}
