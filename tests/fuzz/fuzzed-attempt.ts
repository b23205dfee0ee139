import type { AttemptModel } from "./oracle/attempt-model.ts";

/** One attempt of the shop under test, with everything that only its gateway and its buyer know. */
export interface FuzzedAttempt {
  readonly reference: string;
  readonly tenant: string;
  readonly attemptId: string;
  readonly notifyToken: string;
  readonly returnToken: string;
  readonly stateToken: string;
  readonly model: AttemptModel;
}
