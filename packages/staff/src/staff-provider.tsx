import type { StaffTexts } from "@pay-index/core/staff";
import type { StaffPermission, StaffSession } from "@pay-index/server/staff";
import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { StaffKit } from "./kit.ts";
import { StaffApiError, type StaffClient } from "./staff-client.ts";
import { formatInstantIn, type InstantStyle, type StaffLanguage, textsOf } from "./staff-texts.ts";

/** A page of the app. `payment`: a payment without a page of an order in the shop. */
export type StaffPage =
  | { readonly page: "attempts" | "review-items" | "health" | "overview" }
  | { readonly page: "payment"; readonly reference: string; readonly tenant: string };

/** The address of the displayed page, in the host's router. */
export interface StaffNavigation {
  /** The parameters in the page's address, such as its filter. */
  readonly params: Readonly<Record<string, string>>;
  /** Displays the same page with other parameters, as a new entry of the browser's history. */
  navigate(params: Readonly<Record<string, string>>): void;
  /** Returns the address of a page, for the kit's `Link`. */
  href(page: StaffPage): string;
}

/** What a host gives the app. */
export interface StaffSettings {
  readonly client: StaffClient;
  readonly kit: StaffKit;
  readonly language: StaffLanguage;
  readonly navigation: StaffNavigation;
  /** Default: in the language of the texts and the browser's time zone. */
  readonly formatInstant?: (instant: string, style: InstantStyle) => string;
  /** Returns the address of the order's page in the shop. Default: the shop has no such page. */
  readonly orderHref?: (orderId: string) => string;
  /** Called after each action, so that the host reads its own data again, such as the order on the page. */
  readonly onAction?: () => void;
}

interface Staff extends Required<Omit<StaffSettings, "language" | "orderHref" | "onAction">> {
  readonly words: StaffTexts;
  readonly language: StaffLanguage;
  readonly orderHref: StaffSettings["orderHref"];
  /** Whether the signed-in person may do this. False until the shop has answered. */
  may(permission: StaffPermission): boolean;
  /** Whether the payments can do this. False until the shop has answered. */
  can(capability: "payment-query" | "cancel-subscription" | "payment-links"): boolean;
  readonly capabilities: StaffSession["capabilities"];
  /** The signed-in person. Undefined until the shop has answered. */
  readonly operator: StaffSession["operator"] | undefined;
  /** Reads everything again, after an action or when the page was stale. */
  reload(): Promise<void>;
  /**
   * Displays a dialog above the page. It stays open with what was typed if the page loads other data, and until it calls
   * `closeDialog`.
   */
  openDialog(dialog: ReactNode): void;
  closeDialog(): void;
}

const StaffContext = createContext<Staff | undefined>(undefined);

/** What the components of the app share. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext);
  if (staff === undefined)
    throw new Error("The components of @pay-index/staff need a StaffProvider around them.");
  return staff;
}

/** Several providers on a host's page, such as those of two widgets, share what they loaded. */
const queryClients = new WeakMap<StaffClient, QueryClient>();

function queryClientOf(client: StaffClient): QueryClient {
  const known = queryClients.get(client);
  if (known !== undefined) return known;
  const created = new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying } } });
  queryClients.set(client, created);
  return created;
}

/** A refusal stays a refusal. A shop that is restarting answers a moment later. */
function isWorthRetrying(count: number, error: Error): boolean {
  return count < 2 && error instanceof StaffApiError && (error.status === 0 || error.status === 503);
}

/** The surroundings of all components of the app. Hosts place it around each page and widget. */
export function StaffProvider({ children, ...settings }: StaffSettings & { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClientOf(settings.client)}>
      <StaffContextProvider {...settings}>{children}</StaffContextProvider>
    </QueryClientProvider>
  );
}

function StaffContextProvider({
  children,
  language,
  formatInstant,
  orderHref,
  onAction,
  ...settings
}: StaffSettings & { readonly children: ReactNode }) {
  const [dialog, openDialog] = useState<ReactNode>();
  const queries = useQueryClient();
  const { data: session } = useQuery({
    queryKey: ["session"],
    queryFn: ({ signal }) => settings.client.session(signal),
    staleTime: 60_000,
  });
  const words = textsOf(language);
  const defaultFormat = useMemo(() => formatInstantIn(language), [language]);
  const staff: Staff = {
    ...settings,
    ...{ words, language, orderHref, openDialog },
    formatInstant: formatInstant ?? defaultFormat,
    capabilities: session?.capabilities ?? [],
    operator: session?.operator,
    may: (permission) => session?.permissions.includes(permission) ?? false,
    can: (wanted) => session?.capabilities.some((each) => each.name === wanted && each.supported) ?? false,
    reload: async () => {
      onAction?.();
      await queries.invalidateQueries();
    },
    closeDialog: () => openDialog(undefined),
  };
  return (
    <StaffContext.Provider value={staff}>
      {children}
      {dialog}
    </StaffContext.Provider>
  );
}
