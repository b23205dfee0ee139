import { beforeAll } from "vitest";
import { conformanceOnFramework } from "../../../express/test/conformance/conformance-on-framework.ts";
import { buildNextApp } from "../start-next-app.ts";

beforeAll(() => buildNextApp("conformance", "next"), 300_000);

conformanceOnFramework("Next.js", new URL("./shop-process-main.ts", import.meta.url));
