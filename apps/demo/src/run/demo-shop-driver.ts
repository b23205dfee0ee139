import type { Money } from "@pay-index/core";
import type { FormBrowser } from "../buyer/form-browser.ts";
import type { PaymentChoice } from "../buyer/payment-choice.ts";
import type { AlertReceiver } from "./alert-receiver.ts";
import type { ChildServerOptions } from "./child-server.ts";
import type { DemoEnvironment } from "./demo-environment.ts";

/** An attempt that the shop just started. */
export interface DemoAttempt {
  readonly orderPage: URL;
  readonly attemptId: string;
  /** The state of the order's payment. */
  readonly state: string;
  /** The gateway's response to the sale. */
  readonly answer: string;
}

/** A subscription in the shop's database. */
export interface SubscriptionInShopDatabase {
  /** The renewals: one order for each paid later cycle. */
  readonly renewals: readonly {
    readonly cycle: number;
    readonly transactionId: string | undefined;
    readonly minor: number;
  }[];
  /** The cycles that were reported as overdue. */
  readonly overdue: readonly number[];
  /** How often the closed subscription was reported. */
  readonly closed: number;
}

/** The description of a sample shop for the demo. */
export interface DemoShopDriver {
  /** The frameworks on which it runs, the default one first. Without it, there is one. */
  readonly frameworks?: readonly string[];
  /** Its processes: see `PlaceOptions`. `port` is the port to listen on, "0" for a free one. */
  readonly processes: (
    at: Pick<DemoEnvironment, "sandboxUrl" | "database"> & {
      port: string;
      framework: string | undefined;
      env: Readonly<Record<string, string>>;
    },
  ) => readonly ChildServerOptions[] | Promise<readonly ChildServerOptions[]>;
  /** The address of its database, or a function that creates one. */
  readonly database?: string | (() => Promise<string>) | undefined;
  /** Whether it also runs on MariaDB. */
  readonly mariadb?: boolean;
  /** Whether its buyers need cookies. */
  readonly cookies: boolean;
  /** Buys as a buyer does, until the shop redirects to the payment. */
  readonly order: (browser: FormBrowser, place: DemoEnvironment, wish: PaymentChoice) => Promise<DemoAttempt>;
  /** Reads the order's state directly from the shop's database. */
  readonly stateInDatabase: (attempt: DemoAttempt, place: DemoEnvironment) => string | Promise<string>;
  /** The pages of staff: their path in the shop, and how to sign in. */
  readonly staffPages?: { readonly path: string; readonly login: string };
  /** Makes a payment link of an amount for an order, as the shop's staff do. Returns its address. Without it, the demo sends none. */
  readonly createPaymentLink?: (
    attempt: DemoAttempt,
    place: DemoEnvironment,
    amount: Money,
  ) => Promise<string>;
  /** Where the shop sends its alerts. Without it, the demo waits for none. */
  readonly alerts?: AlertReceiver;
  /** Refunds a part of a paid order, as the shop's staff do. @throws Error if the shop or the gateway refuses it */
  readonly refund: (attempt: DemoAttempt, place: DemoEnvironment, amount: Money) => Promise<void>;
  /**
   * Reads directly from the shop's database how much of an order the gateway has refunded, in minor units. Does not count
   * a refund whose result the shop does not know.
   */
  readonly refundedInDatabase: (attempt: DemoAttempt, place: DemoEnvironment) => number | Promise<number>;
  /**
   * Compares a statement of the gateway with the shop's payments, and returns the output of the command. Without it, the demo compares
   * none. @throws Error with the output if they differ
   */
  readonly reconcile?: (
    place: DemoEnvironment,
    statement: { readonly file: string; readonly from: string; readonly to: string },
  ) => Promise<string>;
  /** The state of a paid order. */
  readonly paid: string;
  /**
   * Reads the subscription of an order directly from the shop's database. Without it, the shop has no demo of
   * subscriptions.
   */
  readonly subscriptionInDatabase?: (
    attempt: DemoAttempt,
    place: DemoEnvironment,
  ) => SubscriptionInShopDatabase | Promise<SubscriptionInShopDatabase>;
}
