import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { PaymentView } from "../../admin-api/staff-views.ts";
import { fetchPayment, type OrderOrCartReference } from "./admin-api.ts";

/** Loads a payment. The widgets of a page share one request. */
export function usePayment({ of, id }: OrderOrCartReference): UseQueryResult<PaymentView | null> {
  return useQuery({ queryKey: ["pay-index", of, id], queryFn: () => fetchPayment({ of, id }) });
}
