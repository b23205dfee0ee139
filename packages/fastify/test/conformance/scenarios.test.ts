import { conformanceOnFramework } from "../../../express/test/conformance/conformance-on-framework.ts";

conformanceOnFramework("Fastify", new URL("./shop-process-main.ts", import.meta.url), { firstRunOnly: true });
