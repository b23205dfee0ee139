import { z } from "zod";
import { itemsTerm, saleTerms, shippingTerm } from "../terms.ts";
import { textSchema } from "../text.ts";

/** Alternative payment method (REQ-APM): `pay_type` is `apm`. Without a method the gateway shows its list. */
export const apmSale = z.strictObject({
  ...saleTerms,
  variant: z.literal("apm"),
  items: itemsTerm.optional(),
  shipping: shippingTerm,
  method: textSchema(100).optional(),
  /** The scheme of an app that the buyer is sent to first, such as `myshop`. */
  appScheme: textSchema(200)
    .regex(/^[a-z][a-z0-9+.-]*(:\/\/.*)?$/i, "must be an app URL scheme, such as myshop or myshop://pay")
    .optional(),
});
