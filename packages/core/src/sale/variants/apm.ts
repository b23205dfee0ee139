import { z } from "zod";
import { itemsTerm, saleTerms, shippingTerm } from "../terms.ts";
import { textSchema } from "../text.ts";

/** The gateway redirects buyers to it: it must not lead to another site, or run. */
const browserScheme = /^(https?|javascript|data|file|blob|about|vbscript)(:|$)/i;

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
    .refine(
      (scheme) => !browserScheme.test(scheme),
      "must be the scheme of an app, not one that a browser acts on",
    )
    .optional(),
});
