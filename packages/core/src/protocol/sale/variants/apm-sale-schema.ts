import { z } from "zod";
import { commonSaleFields, optionalShippingSchema, saleItemsSchema } from "../common-sale-fields.ts";
import { createTextSchema } from "../text-schemas.ts";

/**
 * Schemes that a browser acts on itself: it would open another site, run a script or start another app. Storefronts pass on what a buyer's
 * browser asks for, and the gateway redirects buyers to it.
 */
const browserSchemes = [
  ...["https?", "ftps?", "wss?", "javascript", "vbscript", "data", "file", "filesystem", "blob", "about"],
  ...["view-source", "jar", "content", "mailto", "tel", "sms", "intent", "android-app"],
  ...["chrome", "edge", "brave", "firefox", "opera", "opera-https?"],
  ...[
    "googlechromes?",
    "googlechrome-[^:]*",
    "microsoft-edge",
    "microsoft-edge-[^:]*",
    "x-safari-https?",
    "ms-[^:]*",
  ],
];
const browserScheme = new RegExp(`^(${browserSchemes.join("|")})(:|$)`, "i");

/** Alternative payment method (REQ-APM): `pay_type` is `apm`. Without a method the gateway shows its list. */
export const apmSaleSchema = z.strictObject({
  ...commonSaleFields,
  variant: z.literal("apm"),
  items: saleItemsSchema.optional(),
  shipping: optionalShippingSchema,
  method: createTextSchema(100).optional(),
  /** The scheme of an app that the buyer is sent to first, such as `myshop`. */
  appScheme: createTextSchema(200)
    .regex(/^[a-z][a-z0-9+.-]*(:\/\/.*)?$/i, "must be an app URL scheme, such as myshop or myshop://pay")
    .refine(
      (scheme) => !browserScheme.test(scheme),
      "must be the scheme of an app, not one that a browser acts on",
    )
    .optional(),
});
