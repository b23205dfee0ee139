import type {
  BadgeProps,
  ButtonProps,
  FactsProps,
  LinkProps,
  ListItemProps,
  ListProps,
  Notification,
  PageProps,
  RowProps,
  SectionProps,
  StackProps,
  StaffKit,
  TableProps,
  TextProps,
} from "@pay-index/staff";
import {
  Badge as DashboardBadge,
  Button as DashboardButton,
  Page as DashboardPage,
  Table as DashboardTable,
  FullWidthPageBlock,
  PageLayout,
  PageTitle,
  Link as RouterLink,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
  toast,
} from "@vendure/dashboard";
import { Checkbox, Dialog, RadioGroup, Select, TextArea, TextField } from "./kit-forms.tsx";
import { downloadFile } from "./staff-requests.ts";
import { useStaffTexts } from "./staff-texts.ts";

/*
 * The components of the staff app, made of the dashboard's own. Vendure's build finds the classes in this folder.
 */

function Page({ title, actions, testId, children }: PageProps) {
  return (
    <DashboardPage pageId={testId}>
      <PageTitle>{title}</PageTitle>
      <PageLayout>
        <FullWidthPageBlock blockId={testId}>
          <div className="space-y-4" data-testid={testId}>
            {actions !== undefined && (
              <div className="flex flex-wrap items-end gap-x-4 gap-y-3">{actions}</div>
            )}
            {children}
          </div>
        </FullWidthPageBlock>
      </PageLayout>
    </DashboardPage>
  );
}

/** Every page of the dashboard is one card, or its blocks are cards. */
function Section({ title, badge, testId, children }: SectionProps) {
  return (
    <section className="space-y-3 text-sm" aria-label={title} data-testid={testId}>
      {title !== undefined && (
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-base font-medium">{title}</h2>
          {badge}
        </div>
      )}
      {children}
    </section>
  );
}

function Stack({ isClose = false, testId, children }: StackProps) {
  return (
    <div className={isClose ? "space-y-2" : "space-y-6"} data-testid={testId}>
      {children}
    </div>
  );
}

function Row({ isSpread = false, testId, children }: RowProps) {
  const spread = isSpread ? "justify-between" : "";
  return (
    <div className={`flex flex-wrap items-center gap-2 empty:hidden ${spread}`} data-testid={testId}>
      {children}
    </div>
  );
}

const textClasses = {
  normal: "",
  muted: "text-muted-foreground",
  strong: "font-medium",
  bad: "border-s-2 border-destructive ps-2 font-medium",
} as const satisfies Record<NonNullable<TextProps["look"]>, string>;

function Text({ look = "normal", role, id, lang, data, children }: TextProps) {
  const classes = `whitespace-pre-line wrap-anywhere text-sm empty:hidden [&>svg]:inline ${textClasses[look]}`;
  return (
    <p className={classes} role={role} id={id} lang={lang} {...data}>
      {children}
    </p>
  );
}

function Facts({ facts, isInline = false }: FactsProps) {
  const all = isInline ? "flex flex-wrap gap-x-6 gap-y-1" : "grid gap-y-3";
  const each = isInline ? "flex flex-wrap gap-x-2" : "grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr]";
  return (
    <dl className={`text-sm wrap-anywhere ${all}`}>
      {facts.map(({ name, value, data }) => (
        <div key={name} className={each} {...data}>
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function List({ label, isOrdered = false, hasLines = false, children }: ListProps) {
  const Element = isOrdered ? "ol" : "ul";
  const marks = isOrdered ? "space-y-3 border-s ps-4" : "space-y-2";
  return (
    // Safari takes the role from lists without marks.
    <Element role="list" className={hasLines ? "divide-y rounded-md border *:p-3" : marks} aria-label={label}>
      {children}
    </Element>
  );
}

function ListItem({ data, selection, children }: ListItemProps) {
  return (
    <li className="flex gap-3 text-sm" {...data}>
      {selection}
      <div className="min-w-0 flex-1 space-y-2">{children}</div>
    </li>
  );
}

function Table({ caption, columns, rows }: TableProps) {
  const cellClass = (index: number) => (columns[index]?.isNumber === true ? "text-end" : "");
  return (
    // With the keyboard, only an element with the focus can be scrolled.
    <div
      className="overflow-x-auto *:overflow-visible"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
    >
      <DashboardTable>
        <TableCaption className="caption-top text-start">{caption}</TableCaption>
        <TableHeader>
          <TableRow>
            {columns.map(({ name }, index) => (
              <TableHead key={name} scope="col" className={cellClass(index)}>
                {name}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(([first, ...cells]) => (
            <TableRow key={[first, ...cells].join(" ")}>
              <TableHead scope="row">{first}</TableHead>
              {cells.map((cell, index) => (
                <TableCell key={columns[index + 1]?.name} className={cellClass(index + 1)}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </DashboardTable>
    </div>
  );
}

/** The dashboard's destructive badge has too little contrast in the dark. */
const badgeLooks = {
  neutral: { variant: "outline" },
  info: { variant: "secondary" },
  good: { variant: "default" },
  waiting: { variant: "secondary" },
  bad: { variant: "outline", className: "border-destructive" },
} as const satisfies Record<BadgeProps["tone"], object>;

function Badge({ tone, children }: BadgeProps) {
  return <DashboardBadge {...badgeLooks[tone]}>{children}</DashboardBadge>;
}

const buttonVariants = {
  primary: "default",
  secondary: "outline",
  danger: "destructive",
  plain: "ghost",
} as const satisfies Record<NonNullable<ButtonProps["look"]>, string>;

function Button({
  look = "secondary",
  isPending = false,
  isDisabled,
  label,
  onPress,
  children,
}: ButtonProps) {
  return (
    <DashboardButton
      type="button"
      size="sm"
      variant={buttonVariants[look]}
      aria-label={label}
      aria-busy={isPending || undefined}
      disabled={isDisabled === true || isPending}
      onClick={onPress}
    >
      {children}
    </DashboardButton>
  );
}

function Link({ to, label, isDownload = false, children }: LinkProps) {
  if (isDownload) return <DownloadLink to={to}>{children}</DownloadLink>;
  return (
    <RouterLink to={to} className="underline wrap-anywhere" aria-label={label}>
      {children}
    </RouterLink>
  );
}

/** The browser itself would send neither a token nor the channel. */
function DownloadLink({ to, children }: Pick<LinkProps, "to" | "children">) {
  const { page } = useStaffTexts();
  return (
    <a
      href={to}
      className="underline"
      onClick={(event) => {
        event.preventDefault();
        downloadFile(to).catch(() => toast.error(page.loadFailed));
      }}
    >
      {children}
    </a>
  );
}

const toasts = {
  neutral: toast,
  info: toast.info,
  good: toast.success,
  waiting: toast.warning,
  bad: toast.error,
} as const satisfies Record<Notification["tone"], unknown>;

export const dashboardKit: StaffKit = {
  ...{ Page, Section, Stack, Row, Text, Facts, List, ListItem, Table, Badge, Button, Link },
  ...{ Dialog, TextField, TextArea, Select, Checkbox, RadioGroup },
  notify: ({ tone, title, description }) => void toasts[tone](title, { description }),
};
