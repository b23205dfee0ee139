import { type FunctionalComponent, h } from "vue";
import { type Row, type TableName, tables } from "./run.ts";

const panels: Readonly<Record<string, readonly TableName[]>> = {
  Payment: ["attempts", "review-items"],
  Database: ["notifications", "jobs", "transactions"],
  Gateway: ["sales", "messages"],
  Shop: ["processes", "orders"],
};

interface PanelsProps {
  readonly rows: readonly Row[];
  /** The rows that the step changed. */
  readonly changed: readonly Row[];
}

/** The payment, the database, the gateway and the shop after a step. */
export const Panels: FunctionalComponent<PanelsProps> = ({ rows, changed }) => {
  const rowOf = (row: Row) => {
    const isChanged = changed.includes(row);
    const mark = isChanged ? [" ", h("strong", { class: "changed-mark" }, "changed")] : [];
    const cells = row.cells.map((cell, index) => h("td", index === 0 ? [cell, ...mark] : cell));
    return h("tr", { key: row.id, class: { changed: isChanged } }, cells);
  };
  const tableOf = (name: TableName) => {
    const found = rows.filter((row) => row.table === name);
    if (found.length === 0) return [];
    const head = tables[name].map((title) => h("th", { scope: "col" }, title));
    return h("table", { key: name }, [h("thead", h("tr", head)), h("tbody", found.map(rowOf))]);
  };
  return h(
    "div",
    { class: "panels" },
    Object.entries(panels).map(([title, names]) => {
      const contents = names.flatMap(tableOf);
      const empty = h("p", { class: "empty" }, "Nothing yet.");
      return h("section", { class: "panel", tabindex: 0, role: "group", "aria-label": title }, [
        h("p", { class: "panel-title" }, title),
        contents.length === 0 ? empty : contents,
      ]);
    }),
  );
};
