import { NotificationPlay } from "../notification-play.ts";
import { type CoreSabotage, CoreShop } from "../shops/core-shop.ts";
import { randomSale, randomSettings } from "../shops/random-settings.ts";
import { describeExchanges } from "./describe-exchanges.ts";
import type { FuzzTarget } from "./fuzz-target.ts";

/** Notification bodies, handed to core's `gateway.receive`. */
export function notificationTarget(sabotage: CoreSabotage = {}): FuzzTarget {
  return {
    name: "notification",
    about: "mutated notification bodies at core's `receive`, without HTTP",
    share: 81,
    perShop: 500,
    async open(random) {
      const shop = new CoreShop(randomSettings(random), sabotage);
      const play = new NotificationPlay(shop, (message) => shop.receive(message));
      for (const name of ["a", "b", "c"]) await play.start(randomSale(random, `standing-${name}`), random);
      return {
        input: (number, inputRandom) => play.input(number, inputRandom),
        transcript: () => describeExchanges(play.exchanges),
        async close() {
          await shop.close();
          play.verifyRefusals();
        },
      };
    },
  };
}
