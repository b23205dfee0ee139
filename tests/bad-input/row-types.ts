/** One bad or odd input, how it ends, and what a shop can do about it. Data only: the tests beside it try each row. */
interface Row {
  /** The words of `required-cases.ts` that this row answers. */
  readonly of: string;
  /** What is special about it, where `of` has several rows. */
  readonly case?: string;
  /** The input as the page shows it, where the literal one is too long to be read. */
  readonly shown?: string;
  readonly advice: string;
}

/** Handed to `createGateway` and `createPayIndex` in place of options that are right. */
export interface OptionsRow extends Row {
  /** By name, beside the options that are right; undefined takes out. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly instead?: unknown;
  /** Paths of `options_invalid`. */
  readonly paths: readonly string[];
}

/** Handed to `start`, and to `CardDetails.of` before it. */
export interface SaleRow extends Row {
  readonly variant: "card" | "hosted" | "subscription";
  /** By path; undefined takes out. */
  readonly with: Readonly<Record<string, unknown>>;
  readonly end: SaleRefused | SaleSent;
}

export interface SaleRefused {
  readonly code: "sale_invalid" | "card_invalid";
  readonly paths: readonly string[];
}

export interface SaleSent {
  /** Parts of the form that reaches the gateway. */
  readonly sent: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

/** What the gateway answers to a sale. */
export interface ResponseRow extends Row {
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `zipped`: compressed. `cut`: the connection ends in the body. `drip`: a blank now and then, without an end. */
  readonly how?: "zipped" | "cut" | "drip";
  /** Without `sandbox: true`. */
  readonly production?: true;
  readonly outcome: string;
  readonly reason?: string;
  /** Where a buyer of a hosted sale is sent. */
  readonly next: "the gateway" | "the retry page" | "the waiting page" | "the order page";
  readonly state: string;
}

/** One POST to the notify address. */
export interface Message {
  /** Changes of an honest notification before it is signed; null takes out. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** `right` by default. `none`: left out. `lower`, `short`: the right one, spoilt. */
  readonly sign?: "right" | "none" | "lower" | "short" | "of another merchant" | "of the previous key";
  /** Changes after signing. */
  readonly forged?: Readonly<Record<string, string>>;
  /** `plain`: values with their `+` and without escapes, as old senders have them. `twice`: each escape escaped again. */
  readonly encoding?: "form" | "plain" | "twice";
  /** Appended to the body as it stands, in Latin-1. */
  readonly more?: string;
  /** Instead of all that. */
  readonly body?: string;
  /** null sends none. */
  readonly type?: string | null;
  /** How many of it, released together. */
  readonly times?: number;
}

export interface NotificationRow extends Row {
  readonly messages: readonly Message[];
  readonly end: NotificationEnd;
  /** Where a body parser of the shop stands before the router, and that makes a difference. */
  readonly behindParser?: NotificationEnd;
}

export interface NotificationEnd {
  /** A normal notification afterwards pays, but the order waits for staff. */
  readonly isHeldAfterwards?: true;
  /** Status and body of the reply to each message. */
  readonly replies: readonly string[];
  readonly state: string;
  readonly items: readonly string[];
  /** A part of the timeline or of an item, where the evidence can be read. */
  readonly tells?: string;
}

/** One POST about a cycle: the second of gateway subscription ID M1, unless `fields` says otherwise. */
export interface CycleMessage extends Pick<Message, "fields" | "sign"> {
  /** Another subscription of the shop, of gateway subscription ID M2. */
  readonly to?: "the other sale";
}

/** What the gateway says of a later cycle of a subscription whose first is paid. OTHER stands for the other sale's gateway order ID. */
export interface CycleRow extends Row {
  readonly messages: readonly CycleMessage[];
  /** What the other sale's gateway subscription ID is called. */
  readonly otherMaster?: "M1";
  /** The other sale has the product's plan as it is by now. */
  readonly changed?: boolean;
  readonly end: CycleEnd;
}

export interface CycleEnd {
  readonly replies: readonly string[];
  /** Each cycle of which something was heard, and its state. */
  readonly cycles: readonly string[];
  readonly items: readonly string[];
  /** How many orders the shop made of later cycles. */
  readonly renewed: number;
  /** The subscription ends by it. */
  readonly closed?: true;
  readonly tells?: string;
}

/** What the shop's `amountDue` returns when an order of 19.99 USD was paid. */
export interface AmountDueRow extends Row {
  /** Undefined: there is no such order. */
  readonly returns?: unknown;
  readonly throws?: string;
  /** The code of the item, or of the error that the work is tried again after. */
  readonly end: { readonly item: string } | { readonly later: string };
}

/** A normal notification to a shop with `notifyFrom`, whose gateway has the address 203.0.113.7. */
export interface SenderRow extends Row {
  /** Of the request, as it reaches the shop. */
  readonly headers: Readonly<Record<string, string>>;
  /** The option `notifyFrom.proxies`. */
  readonly proxies: number;
  readonly end: "200 OK" | "403 sender";
}

/** What the shop's function `merchants` does when a sale is started, and when a notification of an earlier one arrives. */
export interface MerchantsRow extends Row {
  readonly returns?: unknown;
  readonly throws?: string;
  /** It answers after `replyWithin`, if at all. */
  readonly isLate?: true;
  /** The code that `start` throws, and the paths of its problems. */
  readonly end: { readonly code: string; readonly paths: readonly string[] };
}

/** What the buyer's browser brings. ORDER stands for the gateway order ID, OTHER for that of another order. */
export interface ReturnRow extends Row {
  readonly query?: string;
  /** A POST with this form. */
  readonly body?: string;
  /** Seconds since the sale. */
  readonly later?: number;
  /** Below another order's address. */
  readonly address?: "of another order" | "with another token";
  readonly end: "the waiting page" | "the waiting page, with its hint of a problem" | "404 unknown";
  /** The words that are stored as hints for staff. Default: none. */
  readonly stores?: readonly ("succeeded" | "fail" | "processing")[];
}

/** An operator of a decision and of a retry. */
export interface OperatorRow extends Row {
  readonly operator: unknown;
  /** The path of `resolution_invalid`, or what the timeline displays. */
  readonly end: { readonly path: string } | { readonly displayed: string };
}

/** A request of a staff page that changes something, by its headers. */
export interface StaffRequestRow extends Row {
  readonly headers: Readonly<Record<string, string>>;
  /** How the shop's CORS settings treat the origin; `refused` by default. */
  readonly cors?: "any";
  readonly end: "415 json_required" | "403 cross_site";
}
