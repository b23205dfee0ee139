import { afterAll, beforeAll, describe } from "vitest";
import type { Place } from "../conformance/place.mts";
import { beginning } from "./subscriptions/beginning.mts";
import { deciding } from "./subscriptions/deciding.mts";
import { otherWays } from "./subscriptions/other-ways.mts";
import { plannedProducts } from "./subscriptions/planned-products.mts";
import { renewing } from "./subscriptions/renewing.mts";
import { seeing } from "./subscriptions/seeing.mts";
import { Subscriptions } from "./subscriptions/shop.mts";

/** What becomes of the plans that a shop sells on, on a real Vendure. */
export function subscriptions(name: string, makePlace: () => Promise<Place>): void {
  describe(`${name}: subscriptions`, () => {
    let shop: Subscriptions;
    beforeAll(async () => {
      shop = await Subscriptions.open(await makePlace());
    }, 120_000);
    afterAll(() => shop?.stage.close());

    beginning(() => shop);
    otherWays(() => shop);
    renewing(() => shop);
    deciding(() => shop);
    seeing(() => shop);
    plannedProducts(() => shop);
  });
}
