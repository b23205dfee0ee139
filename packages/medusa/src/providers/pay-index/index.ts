import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { PayIndexProvider } from "./provider.ts";

export default ModuleProvider(Modules.PAYMENT, { services: [PayIndexProvider] });
