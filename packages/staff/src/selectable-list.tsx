import { fillText } from "@pay-index/core/staff";
import { type ReactNode, useState } from "react";
import { useStaff } from "./staff-provider.tsx";

/*
 * A list whose rows staff select, to do one thing with several of them.
 */

/** The selected rows of a page. Rows of other pages are not among them. */
export interface Selection<Row> {
  readonly chosen: readonly Row[];
  has(id: string): boolean;
  choose(id: string, isChosen: boolean): void;
  replace(ids: readonly string[]): void;
}

export function useSelection<Row>(rows: readonly Row[], idOf: (row: Row) => string): Selection<Row> {
  const [ids, replace] = useState<readonly string[]>([]);
  const chosen = rows.filter((row) => ids.includes(idOf(row)));
  return {
    chosen,
    has: (id) => ids.includes(id),
    choose: (id, isChosen) => {
      const others = chosen.map(idOf).filter((each) => each !== id);
      replace(isChosen ? [...others, id] : others);
    },
    replace,
  };
}

interface RowCheckboxProps<Row> {
  readonly id: string;
  /** What the row is about, for screen readers. */
  readonly name: string;
  readonly selection: Selection<Row>;
  readonly isDisabled?: boolean;
}

/** The checkbox of a row. */
export function RowCheckbox<Row>({ id, name, selection, isDisabled = false }: RowCheckboxProps<Row>) {
  const { kit, words } = useStaff();
  return (
    <kit.Checkbox
      isLabelHidden
      label={`${words.page.select}: ${name}`}
      isChecked={selection.has(id)}
      isDisabled={isDisabled}
      onChange={(isChosen) => selection.choose(id, isChosen)}
    />
  );
}

interface ResultSummaryProps {
  readonly testId: string;
  readonly title: string;
  /** What is left to do, by id. */
  readonly lines: readonly (readonly [id: string, text: string])[];
}

/** What an action did. Screen readers read it out. */
export function ResultSummary({ testId, title, lines }: ResultSummaryProps) {
  const { kit } = useStaff();
  return (
    <div role="status" data-testid={testId}>
      <kit.Text look="strong">{title}</kit.Text>
      {lines.length > 0 && (
        <kit.List>
          {lines.map(([id, text]) => (
            <kit.ListItem key={id}>
              <kit.Text>{text}</kit.Text>
            </kit.ListItem>
          ))}
        </kit.List>
      )}
    </div>
  );
}

interface SelectionBarProps {
  /** The ids of all rows that can be selected together. */
  readonly ids: readonly string[];
  readonly selection: Selection<unknown>;
  /** The buttons for the selected rows. */
  readonly actions: ReactNode;
}

interface SelectableListProps extends Omit<SelectionBarProps, "selection"> {
  /** Undefined if the rows cannot be selected. */
  readonly selection: SelectionBarProps["selection"] | undefined;
  /** What the last actions did. */
  readonly results: ReactNode;
  readonly label: string;
  /** What the page says if it has no row. */
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/** The rows of a page, with the actions for several of them. */
export function SelectableList({ selection, results, label, empty, children, ...bar }: SelectableListProps) {
  const { kit } = useStaff();
  return (
    <>
      {selection !== undefined && <SelectionBar selection={selection} {...bar} />}
      {results}
      {children.length === 0 ? (
        <kit.Text role="status" look="muted">
          {empty}
        </kit.Text>
      ) : (
        <kit.List isOrdered hasLines label={label}>
          {children}
        </kit.List>
      )}
    </>
  );
}

/** Selects all rows of a page, if there are several, and displays the actions for the selected ones. */
function SelectionBar({ ids, selection: { chosen, replace }, actions }: SelectionBarProps) {
  const { kit, words } = useStaff();
  const { page } = words;
  const count = chosen.length;
  return (
    <>
      {ids.length > 1 && (
        <kit.Checkbox
          label={fillText(page.selectAll, { count: ids.length })}
          isChecked={count > 0 && count < ids.length ? "mixed" : count > 0}
          onChange={(isChecked) => replace(isChecked ? ids : [])}
        />
      )}
      {count > 0 && (
        <kit.Row testId="pay-index-bulk">
          <kit.Text look="strong" role="status">
            {fillText(page.selected, { count })}
          </kit.Text>
          {actions}
          <kit.Button look="plain" onPress={() => replace([])}>
            {page.cancel}
          </kit.Button>
        </kit.Row>
      )}
    </>
  );
}
