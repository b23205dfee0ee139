import { toast } from "@medusajs/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchCapabilities, type GatewayQueryAnswer, queryAttemptsAtGateway } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** Asks the gateway about attempts. */
export interface GatewayQueryRunner {
  /** Whether this shop can ask. False until the shop has answered. */
  readonly isSupported: boolean;
  readonly isPending: boolean;
  /** The answers to the last query. */
  readonly answers: readonly GatewayQueryAnswer[] | undefined;
  ask(attemptIds: readonly string[]): void;
  /** Forgets the answers. */
  reset(): void;
}

/** @param onAnswers runs when the gateway was asked, before the page loads its data again */
export function useGatewayQuery(
  onAnswers: (answers: readonly GatewayQueryAnswer[]) => void,
): GatewayQueryRunner {
  const { query } = useStaffTexts();
  const client = useQueryClient();
  const isSupported = useCapability("payment-query");
  const { mutate, reset, isPending, data } = useMutation({
    mutationFn: queryAttemptsAtGateway,
    onSuccess: onAnswers,
    onError: ({ message }) => toast.error(query.notAsked, { description: message }),
    onSettled: () => client.invalidateQueries(),
  });
  return {
    isSupported,
    isPending,
    answers: data,
    // Several review items can be about one attempt.
    ask: (attemptIds) => mutate([...new Set(attemptIds)]),
    reset,
  };
}

/** Returns whether this shop has an operation of the gateway. False until the shop has answered. */
export function useCapability(wanted: "payment-query" | "cancel-subscription"): boolean {
  const { data: capabilities = [] } = useQuery({
    queryKey: ["pay-index", "capabilities"],
    queryFn: fetchCapabilities,
  });
  return capabilities.some(({ name, supported }) => name === wanted && supported);
}
