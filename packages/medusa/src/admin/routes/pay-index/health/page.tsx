import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, Heading } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchHealth } from "../../../payments/admin-api.ts";
import { HealthProblems } from "../../../payments/health-problems.tsx";
import { HealthSummary } from "../../../payments/health-summary.tsx";
import { MissingCapabilityList } from "../../../payments/missing-capability-list.tsx";
import { translationNamespace, useStaffTexts } from "../../../payments/staff-texts.ts";
import { StatusMessage } from "../../../payments/status-message.tsx";

/** How the gateway works: what is wrong, what waits, and what the payments cannot do. */
export default function Health() {
  const { health, page } = useStaffTexts();
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "health"],
    queryFn: fetchHealth,
    refetchInterval: 60_000,
  });
  return (
    <>
      <Container className="divide-y p-0" data-testid="pay-index-health">
        <div className="px-6 py-4">
          <Heading>{health.title}</Heading>
        </div>
        {isError && <StatusMessage role="alert" text={health.loadFailed} />}
        {isPending && <StatusMessage role="status" text={page.loading} />}
        {data !== undefined && !isError && <HealthProblems view={data} />}
        {data !== undefined && !isError && <HealthSummary view={data} />}
      </Container>
      <MissingCapabilityList />
    </>
  );
}

function Breadcrumb() {
  const { t } = useTranslation(translationNamespace);
  return <>{t("health.title")}</>;
}

export const config = defineRouteConfig({
  label: "health.title",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Breadcrumb /> };
