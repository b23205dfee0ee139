import { type Ability, type AbilityDeclarations, abilities, abilityNames } from "./abilities.ts";
import type { HostShop } from "./host-driver.ts";

/** The methods that scenarios call for an ability. The other abilities only affect the input of a checkout. */
const methodsByAbility: Partial<Record<Ability, readonly (keyof HostShop)[]>> = {
  hosted: ["checkout", "submit", "read", "sweep", "disputeWebhooks", "close"],
  resolutions: ["resolveReviewItem"],
  refunds: ["refund"],
  links: ["createPaymentLink", "withdrawPaymentLink"],
  cycles: ["cancelSubscription"],
  restart: ["restart"],
  kill: ["killAfter", "waitForDeath", "startAgain"],
  clock: ["moveClock"],
  dump: ["dump"],
  outages: ["withoutDatabase"],
  injectedFailures: ["failNextOrder", "hangOrder", "endHang", "killOncePlaced"],
  stock: ["sellOut"],
  "cart-changes": ["change"],
  cancelling: ["cancel"],
  disabling: ["disable"],
  languages: ["setLanguage"],
  login: ["logIn"],
};

/** @throws Error that names each ability that is declared as implemented but whose method is missing */
export function requireShopMethods(shop: HostShop, declared: AbilityDeclarations): HostShop {
  const missing = abilityNames
    .filter((ability) => declared[ability] === "implemented")
    .flatMap((ability) =>
      (methodsByAbility[ability] ?? [])
        .filter((method) => typeof shop[method] !== "function")
        .map((method) => `${ability} (${abilities[ability].what}): the shop has no ${method}()`),
    );
  if (missing.length > 0)
    throw new Error(`The driver declares what its shop has not.\n${missing.join("\n")}`);
  return shop;
}
