import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { PaymentView } from "../../admin-api/views.ts";
import { fetchPayment, type PaymentReference } from "./admin-api.ts";

/** The widgets of a page ask once. */
export function usePayment({ of, id }: PaymentReference): UseQueryResult<PaymentView | null> {
  return useQuery({ queryKey: ["pay-index", of, id], queryFn: () => fetchPayment({ of, id }) });
}
