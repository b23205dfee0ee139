import { afterAll, beforeAll, describe } from "vitest";
import { orders } from "./shop/orders.mts";
import { openStage, type Stage } from "./shop/stage.mts";

// A process has room for one Medusa, and it takes its time to start: all that needs one shares it.
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 180_000);
afterAll(() => stage?.close());

describe("orders", () => orders(() => stage));
