import { expect } from "vitest";
import {
  NotificationRefusal,
  type RefusalCode,
} from "../../../src/protocol/notification/notification-refusal.ts";

export const exampleAttemptId = "00000000000000000001";

/** A notification of success, without its sign. */
export const exampleSuccess = {
  memberid: "10002",
  orderid: exampleAttemptId,
  amount: "19.99",
  true_amount: "19.99",
  currency: "USD",
  transaction_id: "202611200001",
  returncode: "00",
  datetime: "20261120100000",
};

// printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
export const exampleSuccessSign = "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9";

/** The word with which something was refused, saying why to the shop's log; any other error is none. */
export function refusalCodeOf(attempt: () => unknown): RefusalCode | "taken" {
  try {
    attempt();
    return "taken";
  } catch (error) {
    if (!(error instanceof NotificationRefusal)) throw error;
    expect(error.message).toMatch(/^[A-Z].+\.$/);
    return error.code;
  }
}
