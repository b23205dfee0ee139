import type { Random } from "../random.ts";
import type { AdminAnswer, AdminRequest } from "./send-request.ts";

/** Who sends a request: one account with one way to prove it. */
export interface AdminAccount {
  readonly name: string;
  /** The account's id, which the shop must record; undefined where nobody is signed in. */
  readonly id: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly mayRead: boolean;
  readonly mayChange: boolean;
}

/** A payment that has a review item which waits for staff. */
export interface StaffPayment {
  readonly reference: string;
  readonly attemptId: string;
  /** The host's id of the order, where it has one from the start. */
  readonly orderId: string;
  /** Text of the review item that no answer to a stranger may hold. */
  readonly evidence: string;
  /** Ids of the open review items, as the host's API names them. */
  readonly items: readonly string[];
}

/** What the oracle knows of a request, from the documents alone. */
export interface ExpectedAccess {
  readonly request: AdminRequest;
  /** The account may read. */
  readonly mayRead: boolean;
  /** Gateway order IDs of the payments that the request may change. */
  readonly mayChange: ReadonlySet<string>;
  /** The request is valid and allowed, so it must be answered with the payment. */
  readonly mustRead: boolean;
  /** The request is valid and allowed, so it must change its payment. */
  readonly mustChange: boolean;
}

/** A shop with an admin API under attack. */
export interface AdminHost {
  readonly origin: string;
  readonly actors: readonly AdminAccount[];
  /** Texts that no answer and no log line may hold. */
  readonly secrets: readonly string[];
  /** Makes a payment with a review item. @param name unique */
  sell(name: string): Promise<StaffPayment>;
  /** What the shop holds about the payment: states, timeline and items. */
  held(payment: StaffPayment): Promise<string>;
  compose(payments: readonly StaffPayment[], actor: AdminAccount, random: Random): ExpectedAccess;
  /** Whether the host answered without an error. */
  isAccepted(status: number, body: string): boolean;
  /** Whether the answer is a server error, except one that the host returns before the plugin's code runs. */
  isServerError(answer: AdminAnswer, request: AdminRequest): boolean;
  takeLog(): string[];
  close(): Promise<void>;
}
