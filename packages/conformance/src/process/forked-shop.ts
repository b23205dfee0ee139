import type { Dump } from "../driver.ts";
import type { ShopProcess } from "./shop-process.ts";
import type { Step } from "./steps.ts";

/** What a shop runs in, as one: a `ShopProcess`, or several behind one address. */
export type Processes<Ready = unknown> = Pick<
  ShopProcess<Ready>,
  "ready" | "logged" | "call" | "pass" | "restart" | "dieAfter" | "death" | "revive" | "close"
>;

/** Where a shop keeps its data, as its driver sees it. */
export interface ShopPlace {
  /** Keeps the shop from writing while this runs. */
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  /** What lies on the disk, where the driver can see it. */
  files?(): Promise<string>;
  remove(): Promise<void>;
}

/**
 * The part of a driver's shop that is the same for every host: what goes to its processes and its place. The processes answer to
 * `sweep` and `tables`, and with the ability `mishaps` to `stumble` and `dieOncePlaced`.
 */
export abstract class ForkedShop<Ready, Place extends ShopPlace> {
  protected readonly process: Processes<Ready>;
  protected readonly place: Place;

  constructor(process: Processes<Ready>, place: Place) {
    this.process = process;
    this.place = place;
  }

  sweep(): Promise<void> {
    return this.process.call("sweep");
  }

  pass(seconds: number): Promise<void> {
    return this.process.pass(seconds);
  }

  restart(): Promise<void> {
    return this.process.restart();
  }

  dieAfter(step: Step): Promise<void> {
    return this.process.dieAfter(step);
  }

  death(): Promise<void> {
    return this.process.death();
  }

  revive(): Promise<void> {
    return this.process.revive();
  }

  stumble(): Promise<void> {
    return this.process.call("stumble");
  }

  dieOncePlaced(): Promise<void> {
    return this.process.call("dieOncePlaced");
  }

  withoutDatabase<Result>(during: () => Promise<Result>): Promise<Result> {
    return this.place.away(during);
  }

  async dump(): Promise<Dump> {
    const tables = await this.tables();
    const ledger = Object.entries(tables).filter(([name]) => name.startsWith("pay_index_"));
    return {
      ledger: JSON.stringify(ledger),
      stored: JSON.stringify(tables) + ((await this.place.files?.()) ?? ""),
      logged: this.process.logged,
    };
  }

  /** Every row of every table, by the table's name. */
  protected tables(): Promise<Readonly<Record<string, unknown>>> {
    return this.process.call("tables");
  }

  async close(): Promise<void> {
    await this.process.close();
    await this.place.remove();
  }
}
