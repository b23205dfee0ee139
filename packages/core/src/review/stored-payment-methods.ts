import type { ForgetPaymentRequest, ForgetResult } from "./forget-payment.ts";
import type { ReplayRequest, ReplayResult } from "./replay-notifications.ts";

/** The functions of `Gateway` for operators who work on what is stored about a payment. */
export interface StoredPaymentMethods {
  /**
   * Processes the stored notifications of an attempt again: pending ones, and quarantined ones, such as after a change of keys or
   * `signRules`. A notification that still does not verify stays in quarantine.
   *
   * @throws PayIndexError `attempt_unknown`, `resolution_invalid` (no valid operator), `store_unavailable`, `merchants_unavailable`
   */
  replay(request: ReplayRequest): Promise<ReplayResult>;
  /**
   * Deletes everything that is stored about a payment, in one transaction. Refuses a payment on which something can still happen. A later
   * notification about it gets the reply `unknown`.
   *
   * @throws PayIndexError `sale_invalid`, `store_unavailable`
   */
  forget(request: ForgetPaymentRequest): Promise<ForgetResult>;
}
