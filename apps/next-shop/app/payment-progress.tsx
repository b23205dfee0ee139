"use client";

import { PaymentStatus } from "@pay-index/app/react";
import { useRouter } from "next/navigation";

/** Reports the result of an open payment, and then displays the order again. */
export function PaymentProgress({ statusUrl }: { readonly statusUrl: string | undefined }) {
  const router = useRouter();
  return <PaymentStatus statusUrl={statusUrl} onResult={() => router.refresh()} />;
}
