import { defineMiddlewares } from "@medusajs/framework/http";
import { readSettings } from "../settings.ts";
import { createStorefront } from "../storefront/storefront.ts";

const shop = createStorefront(readSettings(process.env));

/** A shop of your own has its storefront elsewhere, and needs none of this. */
export default defineMiddlewares([{ matcher: "/", middlewares: [shop as never] }]);
