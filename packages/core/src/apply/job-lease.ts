import type { EngineContext } from "../engine-context.ts";
import type { Lease } from "../payment/job.ts";
import type { JobClaimRequest } from "../ports/store.ts";

/** Seconds. A process that is killed holds its jobs for this long. Longer than a process may pause, such as for garbage collection. */
const leaseSeconds = 30;

/** Returns a lease for jobs that are claimed now. */
export function createJobLease({ platform }: Pick<EngineContext, "platform">): Lease {
  return {
    token: Buffer.from(platform.randomBytes(16)).toString("hex"),
    until: leaseEndFromNow({ platform }),
  };
}

/** Returns when a lease ends that is taken or renewed now. */
export function leaseEndFromNow({ platform }: Pick<EngineContext, "platform">): Date {
  return new Date(platform.now().getTime() + leaseSeconds * 1000);
}

/** Returns a request to claim jobs now. */
export function createJobClaimRequest(engine: Pick<EngineContext, "platform">): JobClaimRequest {
  return { now: engine.platform.now(), lease: createJobLease(engine) };
}
