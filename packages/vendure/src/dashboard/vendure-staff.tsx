import { type StaffNavigation, StaffProvider } from "@pay-index/staff";
import {
  useAuth,
  useChannel,
  useLocalFormat,
  useNavigate,
  useQueryClient,
  useRouterState,
} from "@vendure/dashboard";
import type { ReactNode } from "react";
import { dashboardKit } from "./kit.tsx";
import { staffClientFor } from "./staff-requests.ts";
import { useStaffLanguage } from "./staff-texts.ts";

const pages = {
  attempts: "/pay-index-attempts",
  "review-items": "/pay-index-items",
  health: "/pay-index-health",
  overview: "/pay-index-overview",
} as const;

/** The staff app's surroundings in the dashboard: its user, channel, language, router and data. */
export function VendureStaff({ children }: { readonly children: ReactNode }) {
  const { user } = useAuth();
  const { activeChannel } = useChannel();
  const { formatDate } = useLocalFormat();
  const queries = useQueryClient();
  return (
    <StaffProvider
      client={staffClientFor(`${user?.id} ${activeChannel?.id}`)}
      kit={dashboardKit}
      language={useStaffLanguage()}
      navigation={useDashboardNavigation()}
      formatInstant={(at, style) =>
        formatDate(at, { dateStyle: "medium", ...(style !== "day" && { timeStyle: style }) })
      }
      orderHref={(id) => `/orders/${id}`}
      onAction={() => void queries.invalidateQueries()}
    >
      {children}
    </StaffProvider>
  );
}

function useDashboardNavigation(): StaffNavigation {
  const navigate = useNavigate();
  // The router reads a number or a boolean as such.
  const search: object = useRouterState({ select: ({ location }) => location.search });
  return {
    params: Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
    navigate: (params) => void navigate({ to: ".", search: params } as never),
    href: (to) =>
      to.page === "payment" ? `/pay-index-payments/${encodeURIComponent(to.reference)}` : pages[to.page],
  };
}
