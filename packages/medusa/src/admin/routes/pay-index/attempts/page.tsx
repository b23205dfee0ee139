import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, Heading } from "@medusajs/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchAttempts } from "../../../payments/admin-api.ts";
import { AllAttemptsList } from "../../../payments/all-attempts-list.tsx";
import { AttemptListFilter } from "../../../payments/attempt-list-filter.tsx";
import { AttemptListPagination } from "../../../payments/attempt-list-pagination.tsx";
import { useAttemptListParams } from "../../../payments/attempt-list-params.ts";
import { translationNamespace, useStaffTexts } from "../../../payments/staff-texts.ts";
import { StatusMessage } from "../../../payments/status-message.tsx";

/** The number of attempts on a page. */
const pageSize = 50;

/** The attempts of all orders and carts, also those that are open or failed: the newest first. */
export default function Attempts() {
  const { attemptList, page } = useStaffTexts();
  const address = useAttemptListParams();
  const { group, q, after } = address;
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "attempts", group, q, after],
    queryFn: () => fetchAttempts({ group, q, after, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = group !== undefined || q !== "";
  return (
    <Container className="divide-y p-0" data-testid="pay-index-attempts">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading>{attemptList.title}</Heading>
        <AttemptListFilter address={address} />
      </div>
      {isError && <StatusMessage role="alert" text={page.loadFailed} />}
      {isPending && <StatusMessage role="status" text={page.loading} />}
      {data !== undefined && !isError && <AllAttemptsList attempts={data.attempts} isFiltered={isFiltered} />}
      {data !== undefined && !isError && <AttemptListPagination address={address} next={data.next} />}
    </Container>
  );
}

function Breadcrumb() {
  const { t } = useTranslation(translationNamespace);
  return <>{t("attemptList.title")}</>;
}

export const config = defineRouteConfig({
  label: "attemptList.title",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Breadcrumb /> };
