import type { Variant } from "@pay-index/core";
import type { QuirkProfile } from "@pay-index/sandbox/client";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { type Ability, problemsOf, reasonOf } from "./abilities.ts";
import { complete } from "./complete-shop.ts";
import type { Driver, Shop } from "./driver.ts";
import type { Alone, Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { Gateway } from "./stage/gateway.ts";
import { type Stage, stageOf } from "./stage/stage.ts";

/** Milliseconds. Nothing waits that long: a scenario that does has failed. */
const limits = { scenario: 60_000, opening: 60_000 };
/** How often a scenario starts a shop at most: to open it, and once it has died. */
const startsInOne = 2;

/**
 * Holds a host to every scenario, as vitest tests. Call it in a test file. What the driver declares as not applicable is skipped
 * with its reason; what it does not declare at all fails, by name.
 */
export function conformance(name: string, driver: Driver): void {
  describe(`${name}: conformance`, () => {
    const problems = problemsOf(driver.abilities);
    test("the driver declares every ability", () => {
      if (problems.length > 0) throw new Error(`The driver cannot be played.\n${problems.join("\n")}`);
    });
    // Without a declaration nobody can say what to play.
    if (problems.length > 0) return;
    const house = new House(driver);
    const { startsIn = 0 } = driver;
    beforeAll(() => house.open(), limits.opening + startsIn * 1000);
    afterEach(() => house.tidyUp());
    afterAll(() => house.close(), limits.opening);
    for (const [id, scenario] of Object.entries(scenarios)) {
      describe(`${id}: ${scenario.title} (${scenario.cites.join(", ")})`, () => {
        for (const run of runsOf(scenario)) {
          const missing = whyNot(driver, scenario, run);
          const timeout =
            limits.scenario + (scenario.alone === undefined ? 0 : startsInOne * startsIn * 1000);
          test(run.name, { timeout }, async ({ skip }) => {
            if (missing === undefined) await house.play(scenario, run);
            else skip(missing);
          });
        }
      });
    }
  });
}

interface Run {
  readonly name: string;
  readonly variant: Variant;
  readonly quirk?: QuirkProfile;
}

const quirks: readonly QuirkProfile[] = [
  "four_decimals",
  "utc_plus_8",
  "post_return",
  "double_encoded",
  "attach_signed",
  "nine_field_sign",
];

/** Of a scenario that is the same for every variant, one with the plainest. */
export function runsOf({ variants = ["hosted"], underQuirks }: Scenario): Run[] {
  const plain = variants.map((variant): Run => ({ name: variant, variant }));
  if (underQuirks === undefined) return plain;
  return [
    ...plain,
    ...quirks.flatMap((quirk) =>
      variants.map((variant): Run => ({ name: `${variant}, ${quirk}`, variant, quirk })),
    ),
  ];
}

/** The reason of the first ability that this host has not. */
export function whyNot(
  { abilities }: Pick<Driver, "abilities">,
  { needs = [] }: Scenario,
  { variant }: Pick<Run, "variant">,
): string | undefined {
  const asked: readonly Ability[] = [variant, ...needs];
  return asked.map((ability) => reasonOf(abilities[ability])).find((reason) => reason !== undefined);
}

/** The shop and the gateway that most scenarios share, each with carts of its own. */
class House {
  readonly #driver: Driver;
  #gateway: Gateway | undefined;
  #shop: Shop | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async open(): Promise<void> {
    this.#gateway = await Gateway.open();
    this.#shop = await this.#openShop(this.#gateway);
  }

  async play(scenario: Scenario, { variant, quirk }: Run): Promise<void> {
    if (scenario.alone !== undefined) return this.#playAlone(scenario, variant);
    const { shop, gateway } = this.#shared();
    if (quirk !== undefined) await gateway.departsFromTheLetter(quirk);
    await scenario.play(this.#stage(shop, gateway), variant);
  }

  /** Also after a scenario that failed half-way. */
  async tidyUp(): Promise<void> {
    await this.#gateway?.isItselfAgain();
  }

  async close(): Promise<void> {
    await this.#shop?.close();
    await this.#gateway?.close();
  }

  async #playAlone({ alone, play }: Scenario, variant: Variant): Promise<void> {
    const own = alone?.gateway === undefined ? undefined : await Gateway.open(alone.gateway);
    const gateway = own ?? this.#shared().gateway;
    const shop = await this.#openShop(gateway, alone);
    try {
      await play(this.#stage(shop, gateway), variant);
    } finally {
      await shop.close();
      await own?.close();
    }
  }

  #stage(shop: Shop, gateway: Gateway): Stage {
    return stageOf(shop, gateway, this.#driver.abilities.stock === "implemented");
  }

  async #openShop(gateway: Gateway, { shop: more, tenants }: Alone = {}): Promise<Shop> {
    const shop = await this.#driver.open({ ...gateway.settingsFor(tenants), ...more });
    return complete(shop, this.#driver.abilities);
  }

  #shared() {
    if (this.#shop === undefined || this.#gateway === undefined) throw new Error("the house is not open");
    return { shop: this.#shop, gateway: this.#gateway };
  }
}
