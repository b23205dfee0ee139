import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { PaymentView } from "../../admin-api/views.ts";
import { fetchPayment, type PaymentReference } from "./admin-api.ts";

/** Loads a payment. The widgets of a page share one request. */
export function usePayment({ of, id }: PaymentReference): UseQueryResult<PaymentView | null> {
  return useQuery({ queryKey: ["pay-index", of, id], queryFn: () => fetchPayment({ of, id }) });
}
