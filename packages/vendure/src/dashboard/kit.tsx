import {
  type BadgeProps,
  type ButtonProps,
  createTable,
  type LinkProps,
  type Notification,
  type PageProps,
  type StaffKit,
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
import { Checkbox, Dialog } from "./kit-forms.tsx";
import { markup } from "./kit-markup.ts";
import { downloadFile } from "./staff-requests.ts";
import { useStaffTexts } from "./staff-texts.ts";

/*
 * The components of the staff app, made of the dashboard's own. Vendure's build finds the classes in this folder.
 */

function Page({ title, actions, testId, children }: PageProps) {
  return (
    <DashboardPage pageId={testId}>
      <PageTitle>
        <bdi>{title}</bdi>
      </PageTitle>
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

const Table = createTable(
  {
    ...{ frame: "overflow-x-auto *:overflow-visible", caption: "caption-top text-start" },
    ...{ number: "text-end", text: undefined },
  },
  {
    ...{ Root: DashboardTable, Caption: TableCaption, Head: TableHeader, Body: TableBody, Row: TableRow },
    ...{ ColumnHead: TableHead, RowHead: TableHead, Cell: TableCell },
  },
);

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
  ...markup,
  ...{ Page, Table, Badge, Button, Link, Dialog, Checkbox },
  notify: ({ tone, title, description }) => void toasts[tone](title, { description }),
};
