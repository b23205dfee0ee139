import type {
  CancelRequest,
  CancelResult,
  CreatePaymentLinkRequest,
  ErrorCode,
  Money,
  Options,
  PaymentLinkStatus,
  PaymentStatus,
  ReviewResolutionRequest,
  Sale,
  SaleItem,
  Variant,
  WithdrawPaymentLinkRequest,
} from "@pay-index/core";
import type { CardInput } from "@pay-index/core/protocol";
import type { PaymentKey } from "@pay-index/core/store";
import type { AbilityDeclarations } from "./abilities.ts";
import type { KillStep } from "./process/kill-steps.ts";

/** The interface of a host to the scenarios: real shops, which are started and observed from outside. */
export interface HostDriver {
  /** For every ability: the host implements it, or the reason why it does not apply to this host. */
  readonly abilities: AbilityDeclarations;
  /** Starts a shop with an empty database in its own process. The shop listens on 127.0.0.1. */
  open(settings: ShopSettings): Promise<HostShop>;
}

/** The settings that a merchant would configure. Only the host knows its own addresses. */
export interface ShopSettings extends Omit<Options, "publicUrl" | "website"> {
  /** The option `notifyFrom` of every host (REP-SENDER). */
  readonly notifyFrom?: { readonly addresses: string[]; readonly proxies?: number };
}

/** A payment link to make. The shop's clock says when it ends. */
export type NewPaymentLink = Omit<CreatePaymentLinkRequest, "endsAt">;

/** A running shop. Methods of an ability may be missing if the ability is not applicable. */
export interface HostShop {
  /** The address of its payment routes, as `publicUrl` in core's options. The waiting page is below it, at `wait/`. */
  readonly publicUrl: string;

  /** Fills a cart that the buyer is about to pay. Its total is the sum of its lines, without shipping and tax. */
  checkout(draft: CartDraft): Promise<CheckoutKey>;
  /** Sends the request that the buyer's browser would send. */
  submit(checkout: CheckoutKey, submission: PaymentSubmission): Promise<SubmissionResult>;
  read(checkout: CheckoutKey): Promise<StaffCheckoutStatus>;
  /** Returns the dispute webhooks of the shop's merchants, as `disputeWebhooks` of core does. */
  disputeWebhooks(): Promise<readonly { readonly merchantId: string; readonly url: string }[]>;
  /** Does immediately the work of the shop's tick. */
  sweep(): Promise<void>;

  /** Moves the shop's clock forward. */
  moveClock(seconds: number): Promise<void>;
  /** Stops the process gracefully and starts it again with its stored data, at the same address. */
  restart(): Promise<void>;
  /** Makes the process kill itself, without warning, as soon as it reaches this step. Undefined: it no longer does. */
  killAfter(step: KillStep | undefined): Promise<void>;
  /** Resolves when the process has died. */
  waitForDeath(): Promise<void>;
  /** Starts a dead shop again with its stored data, at the same address. */
  startAgain(): Promise<void>;
  dump(): Promise<ShopDump>;
  close(): Promise<void>;

  /** Ability `cart-changes`. The buyer or staff change the cart or order, at any stage of the checkout. */
  change?(checkout: CheckoutKey, change: CartChange): Promise<void>;
  /** Ability `cancelling`. */
  cancel?(checkout: CheckoutKey): Promise<void>;
  /** Ability `resolutions`. Staff resolve a review item. */
  resolveReviewItem?(resolution: ReviewResolutionRequest): Promise<void>;
  /**
   * Ability `refunds`. Staff give back a part of the order in the shop's own back office. Resolves once the gateway has answered, or the
   * shop has refused.
   */
  refund?(checkout: CheckoutKey, amount: Money): Promise<RefundAnswer>;
  /** Ability `links`. Staff make a payment link for a checkout, as `createPaymentLink` of core does, for thirty days of the shop's clock. */
  createPaymentLink?(request: NewPaymentLink): Promise<PaymentLinkStatus>;
  /** Ability `links`. */
  withdrawPaymentLink?(request: WithdrawPaymentLinkRequest): Promise<PaymentLinkStatus>;
  /** Ability `cycles`. Staff, or the buyer in the shop's own account pages, cancel a subscription. */
  cancelSubscription?(request: CancelRequest): Promise<CancellationReply>;
  /** Ability `stock`. Sells all remaining pieces of the goods in this checkout, except those of its first order. */
  sellOut?(checkout: CheckoutKey): Promise<void>;
  /** Ability `disabling`. The merchant stops offering this variant. Payments in progress continue. */
  disable?(variant: Variant): Promise<void>;
  /** Ability `languages`. The buyer continues in another language. */
  setLanguage?(checkout: CheckoutKey, language: string): Promise<void>;
  /** Ability `login`. A guest logs in. From then on the shop has other data about the buyer. */
  logIn?(checkout: CheckoutKey): Promise<void>;
  /** Ability `injectedFailures`. The next time the shop places an order, its own code throws after all writes. */
  failNextOrder?(): Promise<void>;
  /**
   * Ability `injectedFailures`. The next time the shop places the order of this checkout, its own code waits after its writes, until
   * `endHang`. Then it writes again with its transaction, if the host has one.
   */
  hangOrder?(checkout: CheckoutKey): Promise<void>;
  /** Ability `injectedFailures`. Resolves when the code that waited has ended. */
  endHang?(): Promise<void>;
  /** Ability `injectedFailures`. The process kills itself as soon as its next order is committed, before it does anything else. */
  killOncePlaced?(): Promise<void>;
  /** Ability `outages`. All writes of the shop fail while the callback runs. */
  withoutDatabase?<Result>(during: () => Promise<Result>): Promise<Result>;
}

/** The outcome of a cancellation, or the code of the error with which the shop refused it. */
export type CancellationReply = CancelResult | { readonly refusedByShop: ErrorCode };

/** The content of a checkout. */
export interface CartDraft {
  /** Ability `tenants`: the tenant of the shop; `default` by default. */
  readonly tenant?: string;
  readonly currency: string;
  /** Prices are in minor units of the currency. */
  readonly lines: readonly Pick<SaleItem, "name" | "price" | "quantity">[];
  readonly buyer: BuyerDetails;
}

export type BuyerDetails = Pick<Sale["buyer"], "firstName" | "lastName" | "email" | "phone" | "country">;

/**
 * The key of the payment in core. A driver may add properties, such as the buyer's session, and receives the same object in later calls.
 */
export type CheckoutKey = PaymentKey;

/** The way in which the buyer pays. */
export type PaymentSubmission =
  | { readonly variant: "hosted" | "link" }
  | { readonly variant: "apm"; readonly method?: string; readonly appScheme?: string }
  | { readonly variant: "card"; readonly card: CardInput }
  | { readonly variant: "subscription"; readonly card: CardInput; readonly plan: CheckoutSubscriptionPlan };

export type CheckoutSubscriptionPlan = Extract<Sale, { variant: "subscription" }>["plan"];

/** The absolute address that the shop sends the browser to, or the reason why the shop refused the submission. */
export type SubmissionResult = { readonly url: string } | { readonly refused: string };

export type CartChange = "grow" | "shrink" | "empty";

/** The status of a checkout as its shop displays it to staff. */
export interface StaffCheckoutStatus {
  /** The status that core reports: attempts with their states, oldest first, and the open review items. */
  readonly payment: PaymentStatus;
  /** The number of orders that the host has placed for the checkout. */
  readonly orders: number;
  /** Whether the host displays the checkout as paid in full. */
  readonly paid: boolean;
  readonly cancelled: boolean;
  /** The payments that the host itself recorded, in real minor units, whatever unit the host uses. */
  readonly recordedAmounts: readonly Money[];
  /** The number of times that an effect happened which must happen once for a paid order, such as its mail. */
  readonly effects: number;
  /** Ability `stock`: the number of pieces that the order took; 0 without stock. */
  readonly taken: number;
  /** Ability `cycles`: the renewals that the host placed for later cycles, in any order. They are not among `orders` or `payments`. */
  readonly renewals?: readonly RenewalOrder[];
  /** Ability `cycles`: the later cycles whose declined charges reached the shop's own code, one for each report, in any order. */
  readonly declinedCycles?: readonly number[];
  /** The types of the disputes that reached the shop's own code, one for each report, in any order. */
  readonly disputes?: readonly string[];
  /**
   * Ability `refunds`: the amount that the host's own records of the order show as refunded, in minor units. A refund under way can be among them
   * or not, as the host does it.
   */
  readonly refunded?: number;
}

/** What the shop's staff see after they asked for a refund. `refused`: why it was not made, from the gateway or from the shop. */
export type RefundAnswer = { readonly state: "under-way" | "succeeded" } | { readonly refused: string };

export interface RenewalOrder {
  readonly cycle: number;
  /** The amount that the order records as paid. */
  readonly amount: Money;
}

/** All text that a shop has written anywhere. */
export interface ShopDump {
  /** The rows of core's own tables only, without the times of the last activities: a sweep may end at any moment. */
  readonly engine: string;
  /** Every row of every table, and the files of the database if it has any. */
  readonly stored: string;
  /** The complete output of its processes. */
  readonly logged: string;
}
