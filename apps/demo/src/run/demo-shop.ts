import type { FormBrowser } from "../buyer/form-browser.ts";
import type { PaymentChoice } from "../buyer/payment-choice.ts";
import type { ChildServerOptions } from "./child-server.ts";
import type { DemoEnvironment } from "./demo-environment.ts";

/** An order that was just sent to the gateway, as the shop tells it. */
export interface DemoAttempt {
  readonly orderPage: URL;
  readonly attemptId: string;
  /** Of the order as a whole. */
  readonly state: string;
  /** What the gateway answered when the order was sent. */
  readonly answer: string;
}

/** A subscription as the database of a shop has it. */
export interface SubscriptionRecord {
  /** Each renewal: an order that a later cycle has paid. */
  readonly renewals: readonly {
    readonly cycle: number;
    readonly transactionId: string | undefined;
    readonly minor: number;
  }[];
  /** Cycles that the shop was told are missing. */
  readonly overdue: readonly number[];
  /** How often it was told that the subscription is closed. */
  readonly closed: number;
}

/** What a sample shop tells the demo about itself. */
export interface DemoShop {
  /** The processes it consists of; see `PlaceOptions`. `port` is the one to listen on, "0" for any. */
  readonly processes: (
    at: Pick<DemoEnvironment, "sandboxUrl" | "database"> & {
      port: string;
      env: Readonly<Record<string, string>>;
    },
  ) => readonly ChildServerOptions[] | Promise<readonly ChildServerOptions[]>;
  /** The address of the database that it was told to use, if any, or how it gets one. */
  readonly database?: string | (() => Promise<string>) | undefined;
  /** Whether its buyers need cookies. */
  readonly cookies: boolean;
  /** Buys as a buyer would, up to where the shop sends them to pay. */
  readonly order: (browser: FormBrowser, place: DemoEnvironment, wish: PaymentChoice) => Promise<DemoAttempt>;
  /** What the shop's database says of the order, read past the shop. */
  readonly stateInDatabase: (attempt: DemoAttempt, place: DemoEnvironment) => string | Promise<string>;
  /** What it says of one that is paid. */
  readonly paid: string;
  /** What its database says of a subscription that an order began, read past the shop; without it there is no demo of one. */
  readonly subscriptionInDatabase?: (
    attempt: DemoAttempt,
    place: DemoEnvironment,
  ) => SubscriptionRecord | Promise<SubscriptionRecord>;
}
