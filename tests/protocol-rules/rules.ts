import { fieldRules } from "./areas/fields.ts";
import { paymentRules } from "./areas/payments.ts";
import { planRules } from "./areas/plan.ts";
import { productRules } from "./areas/products.ts";
import { queryRules } from "./areas/queries.ts";
import { refundStateRules } from "./areas/refunds.ts";
import { requestRules } from "./areas/request.ts";
import type { Rule } from "./rule-types.ts";

/** The rules that no test of one module proves: core and the sandbox agree on a sale, or a payment has a whole story. */
export const rules: readonly Rule[] = [
  ...requestRules,
  ...fieldRules,
  ...productRules,
  ...planRules,
  ...paymentRules,
  ...queryRules,
  ...refundStateRules,
];
