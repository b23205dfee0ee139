import type { PayIndex } from "../src/index.ts";

/** What the app of the tests calls. Its routes are built, so they find the shops of a test in a global. */
interface TestShop {
  readonly payments: PayIndex;
  readonly readsBody: boolean;
  checkOut(request: Request, parameters: Record<string, string>): Promise<Response>;
}

/** By the `host` of the requests. */
export const testShops = new Map<string, TestShop>();
Object.assign(globalThis, { testShops });
