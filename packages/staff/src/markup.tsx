// biome-ignore-all lint/correctness/noComponentHookFactories: a kit calls the factory once, outside of all components.
import { type ComponentType, type ElementType, type ReactNode, useId } from "react";
import type {
  FactsProps,
  ListItemProps,
  ListProps,
  RadioGroupProps,
  RowProps,
  SectionProps,
  SelectProps,
  StackProps,
  StaffKit,
  TableProps,
  TextAreaProps,
  TextFieldProps,
  TextProps,
} from "./kit.ts";

/** The elements and components that fields consist of. */
export type FieldElements = Readonly<
  Record<"Label" | "Input" | "TextArea" | "Select" | "Option", ElementType>
>;

/** The classes of the elements that `createMarkup` draws. */
export interface MarkupClasses {
  readonly section: string;
  readonly sectionHead: string;
  readonly sectionTitle?: string;
  readonly stack: string;
  readonly closeStack: string;
  readonly row: string;
  readonly spreadRow: string;
  readonly text: Readonly<Record<NonNullable<TextProps["look"]>, string>>;
  readonly facts: FactsClasses;
  readonly inlineFacts: FactsClasses;
  readonly list: string;
  readonly orderedList: string;
  readonly linedList: string;
  readonly listItem?: string;
  readonly listItemContent: string;
  /** Hides something from all but screen readers. */
  readonly unseen: string;
  readonly choice: string;
  readonly choiceButton?: string;
  readonly choiceTitle?: string;
  readonly choiceDescription: string;
  readonly field: string;
  readonly searchField?: string;
  readonly select?: string;
  /** The hint and the problem of a field. */
  readonly message: string;
}

interface FactsClasses {
  readonly all: string;
  readonly each?: string;
  readonly name?: string;
  readonly value?: string;
}

type Markup = Pick<
  StaffKit,
  | "Section"
  | "Stack"
  | "Row"
  | "Text"
  | "Facts"
  | "List"
  | "ListItem"
  | "RadioGroup"
  | "TextField"
  | "TextArea"
  | "Select"
>;

/** Creates the components of a kit that are plain HTML with the host's classes, and fields of the host's elements. */
export function createMarkup(classes: MarkupClasses, elements: FieldElements): Markup {
  const Text = createText(classes);
  return {
    Text,
    Section: ({ title, badge, testId, children }: SectionProps) => (
      <section className={classes.section} aria-label={title} data-testid={testId}>
        {title !== undefined && (
          <header className={classes.sectionHead}>
            <h2 className={classes.sectionTitle}>{title}</h2>
            {badge}
          </header>
        )}
        {children}
      </section>
    ),
    Stack: ({ isClose, testId, children }: StackProps) => (
      <div className={isClose ? classes.closeStack : classes.stack} data-testid={testId}>
        {children}
      </div>
    ),
    Row: ({ isSpread, testId, children }: RowProps) => (
      <div className={isSpread ? classes.spreadRow : classes.row} data-testid={testId}>
        {children}
      </div>
    ),
    Facts: ({ facts, isInline }: FactsProps) => {
      const { all, each, name, value } = isInline ? classes.inlineFacts : classes.facts;
      return (
        <dl className={all}>
          {facts.map((fact) => (
            <div key={fact.name} className={each} {...fact.data}>
              <dt className={name}>{fact.name}</dt>
              <dd className={value}>{fact.value}</dd>
            </div>
          ))}
        </dl>
      );
    },
    List: ({ label, isOrdered, hasLines, children }: ListProps) => {
      const Element = isOrdered ? "ol" : "ul";
      const plain = isOrdered ? classes.orderedList : classes.list;
      return (
        // Safari takes the role from lists without marks.
        <Element role="list" className={hasLines ? classes.linedList : plain} aria-label={label}>
          {children}
        </Element>
      );
    },
    ListItem: ({ data, selection, children }: ListItemProps) => (
      <li className={classes.listItem} {...data}>
        {selection}
        <div className={classes.listItemContent}>{children}</div>
      </li>
    ),
    RadioGroup: ({ label, value, options, onChange }: RadioGroupProps) => {
      const name = useId();
      return (
        <fieldset className={classes.closeStack}>
          <legend className={classes.unseen}>{label}</legend>
          {options.map((option) => (
            <label key={option.value} className={classes.choice}>
              <input
                type="radio"
                className={classes.choiceButton}
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              <span>
                <strong className={classes.choiceTitle}>{option.title}</strong>
                <span className={classes.choiceDescription}>{option.description}</span>
              </span>
            </label>
          ))}
        </fieldset>
      );
    },
    ...createFields(classes, elements),
  };
}

function createText(classes: Pick<MarkupClasses, "text">) {
  return function Text({ look = "normal", data, children, ...attributes }: TextProps) {
    return (
      <p className={classes.text[look]} {...attributes} {...data}>
        {children}
      </p>
    );
  };
}

function createFields(
  classes: MarkupClasses,
  { Label, Input, TextArea, Select, Option }: FieldElements,
): Pick<StaffKit, "TextField" | "TextArea" | "Select"> {
  const Text = createText(classes);

  /** The label above a field, and its hint and problem below, which `fieldAttributes` connects with it. */
  function Field({ field, children }: { readonly field: TextFieldProps; readonly children: ReactNode }) {
    const { id, label, hint, problem, type } = field;
    return (
      <div className={classes.field}>
        <Label htmlFor={id} className={type === "search" ? classes.unseen : undefined}>
          {label}
        </Label>
        {children}
        <div id={`${id}-message`} className={classes.message}>
          {hint !== undefined && <Text look="muted">{hint}</Text>}
          {problem !== undefined && (
            <Text look="bad" role="alert">
              {problem}
            </Text>
          )}
        </div>
      </div>
    );
  }

  return {
    TextField: (field) => (
      <Field field={field}>
        <Input
          {...fieldAttributes(field)}
          className={field.type === "search" ? classes.searchField : undefined}
        />
      </Field>
    ),
    TextArea: ({ rows, ...field }: TextAreaProps) => (
      <Field field={field}>
        <TextArea {...fieldAttributes(field)} rows={rows} />
      </Field>
    ),
    Select: ({ id, label, value, options, onChange }: SelectProps) => (
      <div className={classes.field}>
        <Label htmlFor={id}>{label}</Label>
        <Select id={id} className={classes.select} value={value} onChange={onChangeOf(onChange)}>
          {options.map((option) => (
            <Option key={option.value} value={option.value}>
              {option.text}
            </Option>
          ))}
        </Select>
      </div>
    ),
  };
}

/** The elements and components that a table consists of. `RowHead` is the first cell of a row. */
export type TableElements = Readonly<
  Record<"Root" | "Caption" | "Head" | "Body" | "Row" | "ColumnHead" | "RowHead" | "Cell", ElementType>
>;

/** The classes of the elements that `createTable` draws. `frame`: scrolls a table that is too wide. */
export type TableClasses = Readonly<Record<"frame" | "caption" | "number" | "text", string | undefined>>;

/** Creates the component `Table` of a kit. */
export function createTable(
  { frame, caption: captionClass, number, text }: TableClasses,
  { Root, Caption, Head, Body, Row, ColumnHead, RowHead, Cell }: TableElements,
): ComponentType<TableProps> {
  return ({ caption, columns, rows }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with the keyboard, only an element with the focus can be scrolled.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields.
    <div className={frame} role="group" aria-label={caption} tabIndex={0}>
      <Root>
        <Caption className={captionClass}>{caption}</Caption>
        <Head>
          <Row>
            {columns.map(({ name, isNumber }) => (
              <ColumnHead key={name} scope="col" className={isNumber ? number : text}>
                {name}
              </ColumnHead>
            ))}
          </Row>
        </Head>
        <Body>
          {rows.map(([first, ...cells]) => (
            <Row key={[first, ...cells].join(" ")}>
              <RowHead scope="row">{first}</RowHead>
              {cells.map((cell, index) => (
                <Cell key={columns[index + 1]?.name} className={columns[index + 1]?.isNumber ? number : text}>
                  {cell}
                </Cell>
              ))}
            </Row>
          ))}
        </Body>
      </Root>
    </div>
  );
}

type FieldProps = Omit<TextFieldProps, "label" | "hint">;

const inputModes = { amount: "decimal", number: "numeric" } as const;

/** Returns the attributes of the element of a field that takes the focus. The element `{id}-message` has its hint and its problem. */
export function fieldAttributes({ type, isRequired, problem, onChange, ...field }: FieldProps) {
  const { id, value, maxLength, placeholder } = field;
  return {
    ...{ id, value, maxLength, placeholder },
    "aria-required": isRequired,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-message`,
    autoComplete: "off",
    type: type === "amount" ? "text" : type,
    inputMode: type === "amount" || type === "number" ? inputModes[type] : undefined,
    // Without it, a browser keeps "1.5" to itself.
    step: type === "number" ? "any" : undefined,
    enterKeyHint: type === "search" ? "search" : undefined,
    onChange: onChangeOf(onChange),
  } as const;
}

function onChangeOf(onChange: (value: string) => void) {
  return (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value);
}
