import type {
  CancelRequest,
  PaymentLinkStatus,
  ReviewResolutionRequest,
  WithdrawPaymentLinkRequest,
} from "@pay-index/core";
import type { CardInput } from "@pay-index/core/protocol";
import type {
  CancellationReply,
  CheckoutKey,
  NewPaymentLink,
  ShopDump,
  SubmissionResult,
} from "../host-driver.ts";
import type { KillStep } from "./kill-steps.ts";
import type { ShopProcess } from "./shop-process.ts";

/** The processes of a shop as one: a `ShopProcess`, or several behind one address. */
export type ShopProcessControl<Ready = unknown> = Pick<ShopProcess<Ready>, keyof ShopProcess<Ready>>;

/** The data storage of a shop, as its driver uses it. */
export interface ShopDatabase {
  /** Prevents the shop from writing while the callback runs. */
  away<Result>(during: () => Promise<Result>): Promise<Result>;
  /** Returns the content of the files on the disk, if the driver can read them. */
  files?(): Promise<string>;
  remove(): Promise<void>;
}

/** A form on a page of the shop, with the buyer's input. */
interface PostedForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The shop's card form, as a page displays it. */
interface ShopCardForm {
  readonly action: string;
  readonly formToken: string;
}

/**
 * The part of a driver's shop that all hosts share: calls to its processes and its database, and the buyer's browser where it posts a form.
 * The processes report ready with the port that they listen on. They answer `sweep` and `tables`, with the ability `resolutions` also
 * `resolveReviewItem`, with `cycles` also `cancelSubscription`, with `links` also
 * `createPaymentLink` and `withdrawPaymentLink`, and with `injectedFailures` also `failNextOrder`, `hangOrder`,
 * `endHang` and `killOncePlaced`.
 */
export abstract class ForkedShop<Ready extends { readonly port: number }, Place extends ShopDatabase> {
  protected readonly process: ShopProcessControl<Ready>;
  protected readonly place: Place;
  readonly #addresses = new Map<string, string>();

  constructor(process: ShopProcessControl<Ready>, place: Place) {
    this.process = process;
    this.place = place;
  }

  protected get origin(): string {
    return `http://127.0.0.1:${this.process.ready.port}`;
  }

  protected post(checkout: CheckoutKey, { action, fields }: PostedForm): Promise<Response> {
    return fetch(action, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: this.origin,
        accept: "text/html",
        "user-agent": "Buyer/1.0",
        "x-forwarded-for": this.#addressOf(checkout),
      },
      body: new URLSearchParams(fields),
    });
  }

  protected async postCard(
    checkout: CheckoutKey,
    { action, formToken }: ShopCardForm,
    { number, month, year, cvv }: CardInput,
  ): Promise<SubmissionResult> {
    const card = { card_number: number, card_month: month, card_year: year, card_cvv: cvv };
    return this.answered(await this.post(checkout, { action, fields: { ...card, form_token: formToken } }));
  }

  /** Returns the result of a posted form. */
  protected async answered(response: Response): Promise<SubmissionResult> {
    const location = response.headers.get("location");
    const text = await response.text();
    if (location === null) return { refused: `${response.status} ${text}` };
    return { url: new URL(location, this.origin).href };
  }

  /** Returns a different IP address for each buyer, because the shop counts attempts with cards by address. */
  #addressOf({ reference }: CheckoutKey): string {
    const address = this.#addresses.get(reference) ?? `203.0.113.${this.#addresses.size % 250}`;
    this.#addresses.set(reference, address);
    return address;
  }

  readonly disputeWebhooks = () =>
    this.process.call<readonly { readonly merchantId: string; readonly url: string }[]>("disputeWebhooks");
  readonly sweep = () => this.process.call<void>("sweep");
  readonly moveClock = (seconds: number) => this.process.moveClock(seconds);
  readonly restart = () => this.process.restart();
  readonly killAfter = (step: KillStep | undefined) => this.process.killAfter(step);
  readonly waitForDeath = () => this.process.waitForDeath();
  readonly startAgain = () => this.process.startAgain();

  readonly failNextOrder = () => this.process.call<void>("failNextOrder");
  readonly hangOrder = ({ reference }: CheckoutKey) => this.process.call<void>("hangOrder", reference);
  readonly endHang = () => this.process.call<void>("endHang");
  readonly killOncePlaced = () => this.process.call<void>("killOncePlaced");

  readonly resolveReviewItem = (resolution: ReviewResolutionRequest) =>
    this.process.call<void>("resolveReviewItem", resolution);
  readonly createPaymentLink = (request: NewPaymentLink) =>
    this.process.call<PaymentLinkStatus>("createPaymentLink", {
      ...request,
      endsAt: this.process.inThirtyDays(),
    });
  readonly withdrawPaymentLink = (request: WithdrawPaymentLinkRequest) =>
    this.process.call<PaymentLinkStatus>("withdrawPaymentLink", request);
  readonly cancelSubscription = (request: CancelRequest) =>
    this.process.call<CancellationReply>("cancelSubscription", request);

  withoutDatabase<Result>(during: () => Promise<Result>): Promise<Result> {
    return this.place.away(during);
  }

  async dump(): Promise<ShopDump> {
    const tables = await this.tables();
    const engine = Object.entries(tables).filter(([name]) => name.startsWith("pay_index_"));
    return {
      engine: JSON.stringify(
        engine.flatMap(([name, rows]) => (isOfSweep(name) ? [] : [name, textsOf(rows)])),
      ),
      stored: JSON.stringify(tables) + ((await this.place.files?.()) ?? ""),
      logged: await this.process.readLog(),
    };
  }

  /** Returns every row of every table, by table name. */
  protected tables(): Promise<Readonly<Record<string, unknown>>> {
    return this.process.call("tables");
  }

  async close(): Promise<void> {
    await this.process.close();
    await this.place.remove();
  }
}

/** What the timer changes at any moment, although nothing happened to a payment. */
function isOfSweep(table: string): boolean {
  return ["pay_index_activity", "pay_index_alert", "pay_index_daily_count"].includes(table);
}

/** The rows without what the sweep has counted. They are sorted, because a database moves a row that it changes. */
function textsOf(rows: unknown): readonly string[] {
  const texts = (rows as readonly unknown[]).map((row) =>
    JSON.stringify(row, (name, value) => (["counted", "uncounted_since"].includes(name) ? undefined : value)),
  );
  return texts.sort();
}
