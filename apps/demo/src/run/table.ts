import { styleText } from "node:util";

const widths = {
  variant: 12,
  "order number": 20,
  submission: 10,
  return: 10,
  notification: 12,
  "shop's db": 9,
  sandbox: 8,
  ms: 5,
} as const;

export type Column = keyof typeof widths;

/** The row that is being filled, cell by cell from the left, as things happen. */
export class Table {
  readonly #write: (text: string) => void;
  readonly #paid: string;

  /** `paid` is the shop's word for it. */
  constructor(write: (text: string) => void, paid: string) {
    this.#write = write;
    this.#paid = paid;
  }

  head(): void {
    for (const column of Object.keys(widths) as Column[])
      this.#write(styleText("bold", this.#pad(column, column)));
    this.#write("\n");
  }

  cell(column: Column, text: string | number): void {
    const padded = this.#pad(column, String(text));
    this.#write(text === "paid" || text === this.#paid ? styleText("green", padded) : padded);
    if (column === "ms") this.#write("\n");
  }

  /** The row ends here: its order was not paid. */
  breakOff(): void {
    this.#write(`${styleText("red", "NOT PAID")}\n`);
  }

  /** Numbers stand to the right. */
  #pad(column: Column, text: string): string {
    const width = column === "shop's db" ? Math.max(widths[column], this.#paid.length) : widths[column];
    return column === "ms" ? text.padStart(width) : `${text.padEnd(width)}  `;
  }
}
