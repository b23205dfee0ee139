import type { Engine } from "../engine.ts";
import type { Lease } from "../payment/job.ts";
import type { ClaimRequest } from "../ports/store.ts";

/** Seconds. A process that is killed holds its jobs for this long. Longer than a process may pause, such as for garbage collection. */
const leaseSeconds = 30;

/** Returns a lease for jobs that are claimed now. */
export function createLease({ platform }: Pick<Engine, "platform">): Lease {
  return {
    token: Buffer.from(platform.randomBytes(16)).toString("hex"),
    until: leaseEndFromNow({ platform }),
  };
}

/** Returns when a lease ends that is taken or renewed now. */
export function leaseEndFromNow({ platform }: Pick<Engine, "platform">): Date {
  return new Date(platform.now().getTime() + leaseSeconds * 1000);
}

/** Returns a request to claim jobs now. */
export function createClaimRequest(engine: Pick<Engine, "platform">): ClaimRequest {
  return { now: engine.platform.now(), lease: createLease(engine) };
}
