import { type StaffPage, StaffProvider, toStaffLanguage } from "@pay-index/staff";
import { useQueryClient } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { client } from "./client.ts";
import { medusaKit } from "./kit.tsx";

/** The surroundings of the staff app's components on a page of Medusa's admin. */
export function MedusaStaff({ children }: Readonly<{ children: ReactNode }>) {
  const { i18n } = useTranslation();
  const [params, setParams] = useSearchParams();
  const queries = useQueryClient();
  // Medusa writes zhCN, and browsers expect zh-CN.
  const language = i18n.language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2");
  return (
    <StaffProvider
      client={client}
      kit={medusaKit}
      language={toStaffLanguage(language)}
      navigation={{ params: Object.fromEntries(params), navigate: setParams, href: hrefOf }}
      formatInstant={(instant, style) => {
        const time = style === "day" ? {} : { timeStyle: style };
        return new Intl.DateTimeFormat(language, { dateStyle: "medium", ...time }).format(new Date(instant));
      }}
      orderHref={(orderId) => `/orders/${orderId}`}
      onAction={() => void queries.invalidateQueries()}
    >
      {children}
    </StaffProvider>
  );
}

/** Returns a page or a widget of Medusa's admin with one screen of the staff app. */
export function createStaffPage(Screen: ComponentType) {
  return () => (
    <MedusaStaff>
      <Screen />
    </MedusaStaff>
  );
}

function hrefOf(page: StaffPage): string {
  return page.page === "payment" ? `/pay-index/carts/${page.reference}` : `/pay-index/${page.page}`;
}

/** The name of a page in Medusa's breadcrumbs. Medusa's own texts have the names of `i18n/`. */
export function Breadcrumb({ name }: Readonly<{ name: string }>) {
  const { t } = useTranslation("pay-index");
  return <>{t(name)}</>;
}
