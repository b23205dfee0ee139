import { describeFetchError } from "./describe-fetch-error.ts";
import { type Finding, finding } from "./finding.ts";

/** Seconds. The Date header has whole seconds, and gateways accept small differences. */
const largestDifference = 60;

/** Compares the clock of this machine with the Date header of the gateway. */
export async function checkClock(gateway: string, timeout: number): Promise<Finding[]> {
  const before = Date.now();
  let response: Response;
  try {
    response = await fetch(gateway, { redirect: "manual", signal: AbortSignal.timeout(timeout) });
    await response.body?.cancel();
  } catch (error) {
    const { reason } = describeFetchError(error);
    const found = `The gateway cannot be reached at ${gateway} (${reason}).`;
    return [finding("gateway_unreachable", found, { path: "gateway" })];
  }
  const now = (before + Date.now()) / 2;
  const gatewayTime = Date.parse(response.headers.get("date") ?? "");
  const difference = Math.round((now - gatewayTime) / 1000);
  if (Number.isNaN(difference) || Math.abs(difference) <= largestDifference) return [];
  const direction = difference > 0 ? "ahead of" : "behind";
  const found = `The clock of this machine is ${Math.abs(difference)} s ${direction} the gateway's.`;
  return [finding("clock_skew", found)];
}
