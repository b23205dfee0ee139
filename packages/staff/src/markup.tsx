// biome-ignore-all lint/correctness/noComponentHookFactories: a kit calls the factory once, outside of all components.
import { type ReactNode, useId } from "react";
import type {
  FactsProps,
  ListItemProps,
  ListProps,
  RadioGroupProps,
  RowProps,
  SectionProps,
  StackProps,
  StaffKit,
  TextFieldProps,
  TextProps,
} from "./kit.ts";

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
  "Section" | "Stack" | "Row" | "Text" | "Facts" | "List" | "ListItem" | "RadioGroup"
> & {
  /** The hint and the problem of a field, which `fieldAttributes` connects with it. */
  FieldMessage(field: Pick<TextFieldProps, "id" | "hint" | "problem">): ReactNode;
};

/** Creates the components of a kit that are plain HTML with the host's classes. */
export function createMarkup(classes: MarkupClasses): Markup {
  function Text({ look = "normal", data, children, ...attributes }: TextProps) {
    return (
      <p className={classes.text[look]} {...attributes} {...data}>
        {children}
      </p>
    );
  }

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
    FieldMessage: ({ id, hint, problem }) => (
      <div id={`${id}-message`} className={classes.message}>
        {hint !== undefined && <Text look="muted">{hint}</Text>}
        {problem !== undefined && (
          <Text look="bad" role="alert">
            {problem}
          </Text>
        )}
      </div>
    ),
  };
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
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  } as const;
}
