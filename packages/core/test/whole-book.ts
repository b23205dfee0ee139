import type { Book, CyclesAsked, LedgerStore } from "../src/index.ts";

/** A book of the default tenant with every attempt. */
export function wholeBook(
  store: Pick<LedgerStore, "book">,
  { reference = "order-1", cycles = [] }: { reference?: string; cycles?: CyclesAsked } = {},
): Promise<Book> {
  return store.book({ tenant: "default", reference }, { cycles, newest: 1000 });
}
