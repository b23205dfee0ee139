import { inSteps } from "@pay-index-apps/demo/suite/in-steps";
import { sellsByClicks } from "@pay-index-apps/demo/suite/sells-by-clicks";
import { openShop } from "./stage.ts";

sellsByClicks({ ...inSteps, openShop, placed: "captured" });
