import type { ComponentType, ReactNode } from "react";

/** What something says at a glance. A badge also says it in words, so that nobody needs its colour. */
export type Tone = "neutral" | "info" | "good" | "waiting" | "bad";

/** Attributes by which tests and styles find an element, such as `{ "data-state": "paid" }`. The kit sets them on it. */
export type DataAttributes = Readonly<Record<`data-${string}`, string | number>>;

/** A page with its heading, of the level 1. */
export interface PageProps {
  readonly title: string;
  /** Beside the title: filters and a search. */
  readonly actions?: ReactNode;
  /** The attribute `data-testid`. */
  readonly testId: string;
  readonly children: ReactNode;
}

/** A part of a page, or a card if it is in no page. With a title, it is a `section` that its heading of the level 2 names. */
export interface SectionProps {
  readonly title?: string;
  /** Beside the title. */
  readonly badge?: ReactNode;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** Children below one another. */
export interface StackProps {
  /** Whether they belong to one thing, and have little space between them. Default: no. */
  readonly isClose?: boolean;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** Children beside one another. They wrap. */
export interface RowProps {
  /** Whether the first is at the start and the last at the end. Default: no. */
  readonly isSpread?: boolean;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** A paragraph. It keeps line breaks, and breaks words that are too long. */
export interface TextProps {
  readonly look?: "normal" | "muted" | "strong" | "bad";
  /** For a text that appears: `status` for news, `alert` for a problem. */
  readonly role?: "status" | "alert";
  readonly id?: string;
  readonly lang?: string;
  readonly data?: DataAttributes;
  readonly children: ReactNode;
}

/** Terms with their values, as a `dl`. `isInline`: beside one another. Default: one below the other. */
export interface FactsProps {
  readonly facts: readonly Fact[];
  readonly isInline?: boolean;
}
export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  readonly data?: DataAttributes;
}

/** An `ol` or `ul` without marks. `hasLines`: with lines between its items, for rows of a page. */
export interface ListProps {
  readonly label?: string;
  readonly isOrdered?: boolean;
  readonly hasLines?: boolean;
  readonly children: ReactNode;
}
export interface ListItemProps {
  readonly data?: DataAttributes;
  /** The checkbox at the start of the row. */
  readonly selection?: ReactNode;
  readonly children: ReactNode;
}

/** A table of figures. The first cell of a row is its header. */
export interface TableProps {
  readonly caption: string;
  readonly columns: readonly { readonly name: string; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly ReactNode[])[];
}

export interface BadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A `button` of the type `button`. Pending: it displays that it works, and cannot be pressed. */
export interface ButtonProps {
  /** Default: `secondary`. `plain`: as a link. */
  readonly look?: "primary" | "secondary" | "danger" | "plain";
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** The accessible name, if the text alone does not say what the button is about. */
  readonly label?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A link to another page of the host's router. `isDownload`: a plain link to a file. */
export interface LinkProps {
  readonly to: string;
  readonly label?: string;
  readonly isDownload?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog with a form, open as long as it is rendered. Escape and the cancel button close it, and focus returns to where it was.
 * Its submit button is never disabled for missing input, because a press displays what is missing. The form has `noValidate`, and its
 * submit event must not reach a form of the page behind it.
 */
export interface DialogProps {
  readonly title: string;
  readonly description: string;
  readonly submit: string;
  readonly cancel: string;
  readonly isPending: boolean;
  /** Whether it has no field: an `alertdialog` that asks for a confirmation. Default: no. */
  readonly isQuestion?: boolean;
  /** Why it could not be submitted, with the role `alert`. */
  readonly problem?: string | undefined;
  readonly children?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/**
 * A field. `id` is the id of the element that takes the focus. Hint and problem are below it and describe it; the problem has the role
 * `alert` and keeps line breaks. A required field has `aria-required`, and not the attribute `required`.
 */
interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}
export interface TextFieldProps extends FieldProps {
  /** Default: `text`. `search`: with an invisible label, in a form with the role `search`. `amount`: a text with decimals. */
  readonly type?: "text" | "amount" | "number" | "date" | "search";
}
export interface TextAreaProps extends FieldProps {
  readonly rows: number;
}

/** A choice of one of many. The empty value is a choice as well. */
export interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string) => void;
}

export interface CheckboxProps {
  readonly label: string;
  /** Whether only screen readers read the label. Default: no. */
  readonly isLabelHidden?: boolean;
  readonly isChecked: boolean | "mixed";
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** Radio buttons, each with a description. The label is invisible. */
export interface RadioGroupProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly title: string;
    readonly description: string;
  }[];
  readonly onChange: (value: string) => void;
}

/** A message that disappears, in a live region. */
export interface Notification {
  readonly tone: Tone;
  readonly title: string;
  readonly description?: string | undefined;
}

/** The components that a host draws the staff app with. The app sets no class and no style of its own. */
export interface StaffKit {
  readonly Page: ComponentType<PageProps>;
  readonly Section: ComponentType<SectionProps>;
  readonly Stack: ComponentType<StackProps>;
  readonly Row: ComponentType<RowProps>;
  readonly Text: ComponentType<TextProps>;
  readonly Facts: ComponentType<FactsProps>;
  readonly List: ComponentType<ListProps>;
  readonly ListItem: ComponentType<ListItemProps>;
  readonly Table: ComponentType<TableProps>;
  readonly Badge: ComponentType<BadgeProps>;
  readonly Button: ComponentType<ButtonProps>;
  readonly Link: ComponentType<LinkProps>;
  readonly Dialog: ComponentType<DialogProps>;
  readonly TextField: ComponentType<TextFieldProps>;
  readonly TextArea: ComponentType<TextAreaProps>;
  readonly Select: ComponentType<SelectProps>;
  readonly Checkbox: ComponentType<CheckboxProps>;
  readonly RadioGroup: ComponentType<RadioGroupProps>;
  readonly notify: (message: Notification) => void;
}
