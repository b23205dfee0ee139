import type { Browser } from "../buyer/browser.ts";
import type { Wish } from "../buyer/wish.ts";
import type { Start } from "./child.ts";
import type { Place } from "./place.ts";

/** An order that was just sent to the gateway, as the shop tells it. */
export interface Attempt {
  readonly orderPage: URL;
  readonly orderNumber: string;
  /** Of the order as a whole. */
  readonly state: string;
  /** What the gateway answered when the order was sent. */
  readonly answer: string;
}

/** A subscription as the database of a shop has it. */
export interface SubscriptionInDatabase {
  /** Each renewal: an order that a later cycle has paid. */
  readonly renewals: readonly {
    readonly cycle: number;
    readonly transactionId: string | undefined;
    readonly minor: number;
  }[];
  /** Cycles that the shop was told are missing. */
  readonly missed: readonly number[];
  /** How often it was told that the subscription is closed. */
  readonly closed: number;
}

/** What a sample shop tells the demo about itself. */
export interface DemoShop {
  /** The processes it consists of; see `PlaceOptions`. `port` is the one to listen on, "0" for any. */
  readonly processes: (
    at: Pick<Place, "sandboxUrl" | "database"> & { port: string; env: Readonly<Record<string, string>> },
  ) => readonly Start[] | Promise<readonly Start[]>;
  /** The address of the database that it was told to use, if any, or how it gets one. */
  readonly database?: string | (() => Promise<string>) | undefined;
  /** Whether its buyers need cookies. */
  readonly cookies: boolean;
  /** Buys as a buyer would, up to where the shop sends them to pay. */
  readonly order: (browser: Browser, place: Place, wish: Wish) => Promise<Attempt>;
  /** What the shop's database says of the order, read past the shop. */
  readonly stateInDatabase: (attempt: Attempt, place: Place) => string | Promise<string>;
  /** What it says of one that is paid. */
  readonly paid: string;
  /** What its database says of a subscription that an order began, read past the shop; without it there is no demo of one. */
  readonly subscriptionInDatabase?: (
    attempt: Attempt,
    place: Place,
  ) => SubscriptionInDatabase | Promise<SubscriptionInDatabase>;
}
