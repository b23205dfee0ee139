import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findDeclarationProblems } from "./abilities.ts";
import { GatewayActor } from "./actors/gateway-actor.ts";
import { createScenarioContext, type ScenarioContext } from "./actors/scenario-context.ts";
import type { HostDriver, HostShop } from "./host-driver.ts";
import { requireShopMethods } from "./require-shop-methods.ts";
import type { IsolatedSetup, Scenario } from "./scenario.ts";
import { ResultCollector } from "./scenario-results.ts";
import { findSkipReason, listRuns, type ScenarioRun } from "./scenario-runs.ts";
import { scenarios } from "./scenarios/index.ts";

/** Milliseconds. They end what hangs. No machine is so slow that it reaches them, unless scenarios are meant to wait in vain. */
const limits = {
  scenario: Number(process.env.CONFORMANCE_SCENARIO_SECONDS ?? 600) * 1000,
  opening: 600_000,
};

export interface ScenarioSelection {
  /** Ids of scenarios. Only these run, each in one way. For a first look: a host passes when all scenarios pass. */
  readonly only?: readonly string[];
  /** Whether each scenario runs only with its first variant, and without the quirks of gateways. Takes half the time. */
  readonly firstRunOnly?: boolean;
  /**
   * The path of a JSON file that has the result of each scenario. A complete run fails if its results differ, and writes them with
   * `vitest -u`. `renderCapabilityTable` reads them.
   */
  readonly results?: string;
}

/**
 * Runs every scenario against a host, as vitest tests. Call it in a test file. Abilities that the driver declares as not applicable are
 * skipped with their reason. Abilities that it does not declare fail, by name.
 */
export function conformance(
  name: string,
  driver: HostDriver,
  { only, firstRunOnly = only !== undefined, results }: ScenarioSelection = {},
): void {
  describe(`${name}: conformance`, () => {
    const problems = findDeclarationProblems(driver.abilities);
    test("the driver declares every ability", () => {
      if (problems.length > 0) throw new Error(`The driver cannot be played.\n${problems.join("\n")}`);
    });
    // Without a valid declaration the scenarios to run are unknown.
    if (problems.length > 0) return;
    const shared = new SharedShop(driver);
    const collector = new ResultCollector();
    beforeAll(() => shared.open(), limits.opening);
    afterEach(() => shared.tidyUp());
    afterAll(() => shared.close(), limits.opening);
    for (const [id, scenario] of selectScenarios(only)) {
      describe(`${id}: ${scenario.title} (${scenario.cites.join(", ")})`, () => {
        for (const run of listRuns(scenario).slice(0, firstRunOnly ? 1 : undefined)) {
          const missing = findSkipReason(driver, scenario, run);
          test(run.name, { timeout: limits.scenario }, async ({ skip, onTestFailed }) => {
            // A scenario that ran out of time can still end, and its clean-up can fail.
            onTestFailed(() => collector.fail(id));
            collector.start(id, run.name);
            if (missing !== undefined) {
              collector.skip(id, missing);
              skip(missing);
            }
            await shared.play(scenario, run);
            collector.pass(id);
          });
        }
      });
    }
    if (results !== undefined)
      test("the file of the results has what this run showed (vitest -u writes it)", async ({ skip }) => {
        if (!collector.isComplete) skip("Only a part of the scenarios ran.");
        const text = `${JSON.stringify(collector.results(driver.abilities), undefined, 2)}\n`;
        await expect(text).toMatchFileSnapshot(results);
      });
  });
}

/** @throws Error that names the ids without a scenario */
function selectScenarios(only: readonly string[] | undefined): [string, Scenario][] {
  const unknown = only?.filter((id) => !(id in scenarios)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(", ")}.`);
  return Object.entries(scenarios).filter(([id]) => only?.includes(id) ?? true);
}

/** A gateway that does not sign a subscription's own fields needs a shop that is configured for it. */
function findQuirkSetup({ variant, quirk }: ScenarioRun): IsolatedSetup | undefined {
  if (quirk !== "nine_field_sign" || variant !== "subscription") return undefined;
  return { shop: { signRules: ["received", "nine"] } };
}

/** The shop and the gateway that most scenarios share. Each scenario has its own carts. */
class SharedShop {
  readonly #driver: HostDriver;
  #gateway: GatewayActor | undefined;
  #shop: HostShop | undefined;

  constructor(driver: HostDriver) {
    this.#driver = driver;
  }

  async open(): Promise<void> {
    this.#gateway = await GatewayActor.open();
    this.#shop = await this.#openShop(this.#gateway);
  }

  async play(scenario: Scenario, run: ScenarioRun): Promise<void> {
    const alone = scenario.alone ?? findQuirkSetup(run);
    if (alone !== undefined) return this.#playAlone(scenario, run, alone);
    const { shop, gateway } = this.#shared();
    if (run.quirk !== undefined) await gateway.control.setQuirks(run.quirk);
    await scenario.play(this.#stage(shop, gateway), run.variant);
  }

  /** Cleans up, also after a scenario that failed half-way. */
  async tidyUp(): Promise<void> {
    await this.#gateway?.reset();
  }

  async close(): Promise<void> {
    await this.#shop?.close();
    await this.#gateway?.close();
  }

  async #playAlone({ play }: Scenario, { variant, quirk }: ScenarioRun, alone: IsolatedSetup): Promise<void> {
    const own = alone.gateway === undefined ? undefined : await GatewayActor.open(alone.gateway);
    const gateway = own ?? this.#shared().gateway;
    if (quirk !== undefined) await gateway.control.setQuirks(quirk);
    const shop = await this.#openShop(gateway, alone);
    try {
      await play(this.#stage(shop, gateway), variant);
    } finally {
      await shop.close();
      await own?.close();
    }
  }

  #stage(shop: HostShop, gateway: GatewayActor): ScenarioContext {
    return createScenarioContext(shop, gateway, this.#driver.abilities.stock === "implemented");
  }

  async #openShop(gateway: GatewayActor, { shop: more, tenants }: IsolatedSetup = {}): Promise<HostShop> {
    const shop = await this.#driver.open({ ...gateway.settingsFor(tenants), ...more });
    return requireShopMethods(shop, this.#driver.abilities);
  }

  #shared() {
    if (this.#shop === undefined || this.#gateway === undefined)
      throw new Error("The shared shop is not open.");
    return { shop: this.#shop, gateway: this.#gateway };
  }
}
