import { defineMiddlewares } from "@medusajs/framework/http";
import { readSettings } from "../settings.ts";
import { createStorefront } from "../storefront/storefront.ts";

const shop = createStorefront(readSettings(process.env));

/** Your own shop has a separate storefront, and does not need this. */
export default defineMiddlewares([{ matcher: "/", middlewares: [shop as never] }]);
