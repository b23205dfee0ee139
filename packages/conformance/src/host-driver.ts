import type {
  Money,
  Options,
  PaymentStatus,
  ReviewResolution,
  Sale,
  SaleItem,
  Variant,
} from "@pay-index/core";
import type { CardInput } from "@pay-index/core/protocol";
import type { PaymentKey } from "@pay-index/core/store";
import type { AbilityDeclarations } from "./abilities.ts";
import type { KillStep } from "./process/kill-steps.ts";

/** What a host offers so that it can be held to the scenarios: real shops, started and watched from outside. */
export interface HostDriver {
  /** For every ability: the host has it, or why there is no such thing in this host. */
  readonly abilities: AbilityDeclarations;
  /** How many times as long as usual a scenario may take, for a host that takes its time; 1 by default. */
  readonly patience?: number;
  /** Starts a shop with an empty database, as a process of its own. It listens on 127.0.0.1. */
  open(settings: ShopSettings): Promise<HostShop>;
}

/** What a merchant would configure. Only the host knows its own addresses. */
export type ShopSettings = Omit<Options, "publicUrl" | "website">;

/** A running shop. What stands for an ability may be left out where the ability is not applicable. */
export interface HostShop {
  /** Where its payment routes are reached, as `publicUrl` in core's options. The waiting page is below it, at `wait/`. */
  readonly publicUrl: string;

  /** Fills a cart that the buyer is about to pay. Its total is what its lines add up to: no shipping, no tax. */
  checkout(draft: CartDraft): Promise<Checkout>;
  /** Sends what the buyer's browser would send. */
  submit(checkout: Checkout, submission: PaymentSubmission): Promise<SubmissionResult>;
  read(checkout: Checkout): Promise<CheckoutStatus>;
  /** Does now what the shop's tick would do. */
  sweep(): Promise<void>;

  /** Moves the shop's clock forward. */
  pass(seconds: number): Promise<void>;
  /** Ends the process in good order and starts it on what it has stored, under the same address. */
  restart(): Promise<void>;
  /** From now on the process kills itself, without any warning, as soon as it has come to this step. */
  dieAfter(step: KillStep): Promise<void>;
  /** Resolves when the process is dead. */
  death(): Promise<void>;
  /** Starts a dead shop on what it has stored, under the same address. */
  revive(): Promise<void>;
  dump(): Promise<ShopDump>;
  close(): Promise<void>;

  /** Ability `cart-changes`. The buyer, or staff, changes what was checked out, however far it has come. */
  change?(checkout: Checkout, change: CartChange): Promise<void>;
  /** Ability `cancelling`. */
  cancel?(checkout: Checkout): Promise<void>;
  /** Ability `resolutions`. Staff resolve a review item. */
  resolveReviewItem?(resolution: ReviewResolution): Promise<void>;
  /** Ability `stock`. Of what was checked out nothing is left beside what its first order has. */
  sellOut?(checkout: Checkout): Promise<void>;
  /** Ability `disabling`. The merchant stops offering this variant. Payments that are on their way go on. */
  disable?(variant: Variant): Promise<void>;
  /** Ability `languages`. The buyer goes on in another language. */
  speak?(checkout: Checkout, language: string): Promise<void>;
  /** Ability `login`. A guest logs in, and the shop knows the buyer by other data from then on. */
  logIn?(checkout: Checkout): Promise<void>;
  /** Ability `mishaps`. The next time that it places an order, the shop's own work throws when all of it is written. */
  stumble?(): Promise<void>;
  /** Ability `mishaps`. The process kills itself as soon as its next order is committed, before anything else is done. */
  dieOncePlaced?(): Promise<void>;
  /** Ability `outages`. While this runs, whatever the shop wants to write fails. */
  withoutDatabase?<Result>(during: () => Promise<Result>): Promise<Result>;
}

/** What a buyer is about to order. */
export interface CartDraft {
  /** Ability `tenants`: whose shop; `default` by default. */
  readonly tenant?: string;
  readonly currency: string;
  /** Prices are in minor units of the currency. */
  readonly lines: readonly Pick<SaleItem, "name" | "price" | "quantity">[];
  readonly buyer: BuyerDetails;
}

export type BuyerDetails = Pick<Sale["buyer"], "firstName" | "lastName" | "email" | "phone" | "country">;

/** What the engine knows it by. A driver may give more, such as the buyer's session, and is handed the same object again. */
export type Checkout = PaymentKey;

/** How the buyer pays. */
export type PaymentSubmission =
  | { readonly variant: "hosted" | "link" }
  | { readonly variant: "apm"; readonly method?: string; readonly appScheme?: string }
  | { readonly variant: "card"; readonly card: CardInput }
  | { readonly variant: "subscription"; readonly card: CardInput; readonly plan: CheckoutPlan };

export type CheckoutPlan = Extract<Sale, { variant: "subscription" }>["plan"];

/** Where the browser is sent, as an absolute address; or that the shop did not take it, and why. */
export type SubmissionResult = { readonly url: string } | { readonly refused: string };

export type CartChange = "grow" | "shrink" | "empty";

/** A checkout as its shop shows it to staff. */
export interface CheckoutStatus {
  /** As core tells it: attempts, oldest first, with their states, and what a person must look at. */
  readonly payment: PaymentStatus;
  /** How many orders the host has placed for it. */
  readonly orders: number;
  /** Whether the host shows it as paid in full. */
  readonly paid: boolean;
  readonly cancelled: boolean;
  /** The payments in the host's own books, in real minor units whatever unit the host counts in. */
  readonly recordedAmounts: readonly Money[];
  /** How often that has happened which happens once for a paid order, such as its mail. */
  readonly effects: number;
  /** Ability `stock`: pieces that it has taken; 0 without. */
  readonly taken: number;
  /** Ability `cycles`: the orders that the host has made of later cycles, in any order. They are not among `orders` or `payments`. */
  readonly renewals?: readonly RenewalOrder[];
}

export interface RenewalOrder {
  readonly cycle: number;
  /** What it says was paid. */
  readonly amount: Money;
}

/** Everything of a shop that is written down anywhere, as text. */
export interface ShopDump {
  /** The rows of core's own tables alone. */
  readonly engine: string;
  /** Every row of every table, and the files of the database where it has some. */
  readonly stored: string;
  /** All that its processes have printed. */
  readonly logged: string;
}
