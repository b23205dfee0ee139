import { Button, Container, Heading, StatusBadge, Table, Text, toast } from "@medusajs/ui";
import { createTable, type ListProps, type StaffKit, type Tone } from "@pay-index/staff";
import { createContext, type ReactNode, type ThHTMLAttributes, useContext } from "react";
import { Link } from "react-router-dom";
import { downloadWithToken } from "./client.ts";
import { MedusaDialog } from "./kit-dialogs.tsx";
import { fieldKit } from "./kit-fields.tsx";
import { ownDirection } from "./own-direction.ts";

/** Where a component is: in a card of its own, in the card of a page, in a part of a card, or in a row of a list. */
type Place = "none" | "page" | "section" | "row";
const PlaceContext = createContext<Place>("none");

function In({ place, children }: Readonly<{ place: Place; children: ReactNode }>) {
  return <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>;
}

/** Pads the parts of a card. Those that have padded parts of their own are `!p-0`. */
const padded = "[&>*]:px-6 [&>*]:py-4";

/** Rows with lines from edge to edge. */
const rowsIn: Readonly<Record<Place, string>> = {
  none: "divide-y",
  page: "!p-0 divide-y",
  section: "-mx-6 -my-4 divide-y",
  row: "divide-y",
};

const colors = { neutral: "grey", info: "blue", good: "green", waiting: "orange", bad: "red" } as const;

const textLooks = { normal: "", muted: "text-ui-fg-subtle", strong: "", bad: "text-ui-fg-error" };

const buttonLooks = {
  primary: "primary",
  secondary: "secondary",
  danger: "danger",
  plain: "transparent",
} as const;

/** The staff app with the components of Medusa's admin. */
export const medusaKit: StaffKit = {
  ...fieldKit,
  Page: ({ title, actions, testId, children }) => (
    <Container className={`divide-y p-0 ${padded}`} data-testid={testId}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading className={ownDirection}>{title}</Heading>
        {actions !== undefined && (
          <div className="flex min-w-0 flex-wrap items-center gap-2 [&>*]:min-w-0">{actions}</div>
        )}
      </div>
      <In place="page">{children}</In>
    </Container>
  ),
  Section: ({ title, badge, testId, children }) => {
    const isInPage = useContext(PlaceContext) === "page";
    const content = (
      <>
        {title !== undefined && (
          <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
            <Heading level="h2" className={ownDirection}>
              {title}
            </Heading>
            {badge}
          </div>
        )}
        <div className="txt-small flex flex-col gap-y-4 px-6 py-4">
          <In place="section">{children}</In>
        </div>
      </>
    );
    const attributes = { "aria-label": title, "data-testid": testId };
    return isInPage ? (
      <section className="!p-0 divide-y" {...attributes}>
        {content}
      </section>
    ) : (
      <Container className="p-0">
        <section className="divide-y" {...attributes}>
          {content}
        </section>
      </Container>
    );
  },
  Stack: ({ isClose, testId, children }) => {
    const place = useContext(PlaceContext);
    // Several cards have the distance that Medusa's own cards have.
    const wide = { none: "flex flex-col gap-y-3", page: "!p-0 divide-y", section: "", row: "" }[place];
    const look = (isClose ? "" : wide) || `flex flex-col ${isClose ? "gap-y-1" : "gap-y-2"}`;
    return (
      <div className={look} data-testid={testId}>
        {children}
      </div>
    );
  },
  Row: ({ isSpread, testId, children }) => (
    <div
      className={`flex min-w-0 flex-wrap items-center gap-2 empty:hidden ${isSpread ? "justify-between" : ""}`}
      data-testid={testId}
    >
      {children}
    </div>
  ),
  Text: ({ look = "normal", data, children, ...attributes }) => {
    const place = useContext(PlaceContext);
    const text = (
      <Text
        size="small"
        weight={look === "strong" ? "plus" : "regular"}
        className={`min-w-0 whitespace-pre-line break-words [&>svg]:inline ${ownDirection} ${textLooks[look]}`}
        {...attributes}
        {...data}
      >
        {children}
      </Text>
    );
    return place === "none" ? <Container>{text}</Container> : text;
  },
  Facts: ({ facts, isInline }) => {
    const place = useContext(PlaceContext);
    const name = isInline ? "txt-small text-ui-fg-subtle whitespace-nowrap" : "txt-small-plus";
    return (
      <dl className={isInline ? "flex flex-wrap gap-x-4 gap-y-1" : rowsIn[place]}>
        {facts.map((fact) => (
          <div
            key={fact.name}
            className={isInline ? "flex min-w-0 gap-x-1" : "flex flex-col gap-y-1 px-6 py-4"}
            {...fact.data}
          >
            <dt className={name}>{isInline ? `${fact.name}:` : fact.name}</dt>
            <dd className={`txt-small min-w-0 break-words [&_code]:break-all ${ownDirection}`}>
              <In place="row">{fact.value}</In>
            </dd>
          </div>
        ))}
      </dl>
    );
  },
  List: ({ label, isOrdered, hasLines, children }: ListProps) => {
    const place = useContext(PlaceContext);
    const Tag = isOrdered ? "ol" : "ul";
    return (
      // Safari takes the role from lists without marks.
      <Tag role="list" className={hasLines ? rowsIn[place] : "flex flex-col gap-y-4"} aria-label={label}>
        <LinesContext.Provider value={hasLines === true}>{children}</LinesContext.Provider>
      </Tag>
    );
  },
  ListItem: ({ data, selection, children }) => (
    <li className={useContext(LinesContext) ? "flex gap-x-3 px-6 py-4" : "flex gap-x-3"} {...data}>
      {selection}
      <div className="flex min-w-0 flex-1 flex-col gap-y-1.5">
        <LinesContext.Provider value={false}>
          <In place="row">{children}</In>
        </LinesContext.Provider>
      </div>
    </li>
  ),
  Table: createTable(
    { frame: "overflow-x-auto", caption: "sr-only", number: "text-end", text: "text-start" },
    {
      ...{ Root: Table, Caption: "caption", Head: Table.Header, Body: Table.Body, Row: Table.Row },
      ...{ ColumnHead: Table.HeaderCell, RowHead, Cell: Table.Cell },
    },
  ),
  Badge: ({ tone, children }) => (
    <StatusBadge className="leading-normal" color={colors[tone]}>
      {children}
    </StatusBadge>
  ),
  Button: ({ look = "secondary", isPending = false, isDisabled = false, label, onPress, children }) => (
    <Button
      type="button"
      size="small"
      className="shrink-0 whitespace-nowrap"
      variant={buttonLooks[look]}
      isLoading={isPending}
      disabled={isDisabled}
      aria-label={label}
      onClick={onPress}
    >
      {children}
    </Button>
  ),
  Link: ({ to, label, isDownload, children }) => {
    const attributes = {
      className: "text-ui-fg-base txt-small-plus break-words underline",
      "aria-label": label,
    };
    return isDownload ? (
      <a
        href={to}
        download
        onClick={(event) => {
          if (downloadWithToken === undefined) return;
          event.preventDefault();
          downloadWithToken(to).catch(({ message }: Error) => toast.error(message));
        }}
        {...attributes}
      >
        {children}
      </a>
    ) : (
      <Link to={to} {...attributes}>
        {children}
      </Link>
    );
  },
  Dialog: ({ children, ...dialog }) => (
    <MedusaDialog {...dialog}>
      <In place="section">{children}</In>
    </MedusaDialog>
  ),
  notify: ({ tone, title, description }) => void toasts[tone](title, { description }),
};

/** Whether the rows of the list have lines between them. */
const LinesContext = createContext(false);

function RowHead(attributes: ThHTMLAttributes<HTMLTableCellElement>) {
  return <th className="h-12 pr-6 text-start font-normal" {...attributes} />;
}

const toasts: Readonly<Record<Tone, (title: string, about: object) => unknown>> = {
  neutral: toast.info,
  info: toast.info,
  good: toast.success,
  waiting: toast.warning,
  bad: toast.error,
};
