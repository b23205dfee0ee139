import type { Money, Operator, PaymentStatus } from "@pay-index/core";
import type { StaffOrder, StaffPermission } from "./staff-schemas.ts";

/** The signed-in person, as the host knows them. */
export interface StaffMember {
  readonly operator: Operator;
  readonly permissions: readonly StaffPermission[];
  /** The tenants whose payments this person may see. Default: all. */
  readonly tenants?: readonly string[] | undefined;
  /** Whether this person may see the addresses of dispute webhooks, which contain secret tokens. Default: no. */
  readonly maySeeSecrets?: boolean;
}

/** The order of a payment, as the shop names it. */
export interface NamedOrder {
  /** For a link to the order's page. Null: the shop has no such page. */
  readonly id: string | null;
  readonly name: string;
}

/** The payment of an order of the shop. */
export interface FoundOrder {
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
  /** The order whose subscription this order renews, if it is a renewal. */
  readonly renewalOf?: NamedOrder & { readonly cycle: number };
}

/** A payment link to send. */
export interface LinkToSend {
  readonly linkId: string;
  readonly reference: string;
  readonly tenant: string;
  /** The address for the buyer. It contains a token: send it to nobody else. */
  readonly url: string;
  /** What was due when the link was made. */
  readonly amount: Money;
  readonly endsAt: Date;
}

/** What the shop's own records say of refunds. */
export interface ShopRefunds {
  /** Whether the order lacks a recorded refund. */
  readonly isMissing: boolean;
  /** The request ids of refunds that failed at the gateway, and that the order displays as made. */
  readonly displayedAsMade: ReadonlySet<string>;
}

/**
 * What the staff API asks of a host, for one request. A host without orders of its own, such as a custom shop, needs none
 * of it.
 */
export interface StaffHost {
  /** Returns what the shop knows of these orders now. Leaves out orders that do not exist any more. */
  orders?(references: readonly string[]): Promise<ReadonlyMap<string, StaffOrder>>;
  /**
   * Returns the references that a text names in the shop's records, such as by the buyer's e-mail address: the newest first,
   * at most 100.
   *
   * @param among with it, only these are searched, and a part of an e-mail address is enough
   */
  search?(text: string, among?: readonly string[]): Promise<readonly string[]>;
  /** Returns which of these payments the person may see. Default: those of the person's tenants. */
  visible?(references: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the payment of an order of the shop. Undefined if there is none that this person may see. */
  findOrder?(orderId: string): Promise<FoundOrder | undefined>;
  /** Returns the orders that were placed for cycles, by the id that the order port returned. */
  placedOrders?(ids: readonly string[]): Promise<ReadonlyMap<string, NamedOrder>>;
  /** Returns the names of people by the operator's id, for those without a recorded name. */
  operatorNames?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the names of merchants, by tenant. Empty: they are not displayed, because the shop has only one. */
  merchantNames?(): Promise<ReadonlyMap<string, string>>;
  /** Whether staff can enter the amount of a payment link. Default: no, it is what the shop says is due. */
  readonly isLinkAmountFree?: boolean;
  /** Sends a payment link to the buyer of the order. An error that it throws is displayed. Without it, staff copy the link. */
  sendLink?(link: LinkToSend): Promise<void> | void;
  /** Brings recorded refunds to the order of the shop, so that the page does not wait for the sweep. Never throws. */
  syncRefunds?(payment: PaymentStatus): Promise<ShopRefunds>;
}
