import type { FaultInput, SandboxControl } from "@pay-index/sandbox/client";
import type { openChromium } from "../../apps/demo/src/buyer/chromium.ts";

export type Browser = Awaited<ReturnType<typeof openChromium>>;
export type Page = Awaited<ReturnType<Browser["newPage"]>>;

export interface Look {
  readonly width: number;
  readonly theme: "light" | "dark";
  readonly language: "en" | "zh";
}

/** A payment of a buyer, as the host knows it. */
export interface Sale {
  readonly attemptId: string;
  /** The order or the cart. */
  readonly reference: string;
  /** The page of the host where staff see it. */
  readonly url: string;
}

/** What the host's buyer has when the browser arrives at the gateway, or when the card is sent. */
export type StartedSale = Pick<Sale, "reference">;

export type StaffPageName = "overview" | "attempts" | "review-items" | "health";

/** What a host does differently: its shop, its buyer and its admin. */
export interface StaffHostShop extends AsyncDisposable {
  /** The first part of the names of the screenshots. */
  readonly name: string;
  readonly gateway: SandboxControl;
  /** The public address of the shop. */
  readonly origin: string;
  /** The price of an order, such as `24.99`. */
  readonly price: string;
  /** The member of staff who is signed in, as timelines write it. */
  readonly operator: string;
  /** The selectors of the parts of a page that are the staff app's, and of its dialogs. The rest of a page belongs to the host. */
  readonly parts: string;
  readonly dialogs: string;
  /** The code of a warning that the shop has when it starts. Undefined: it has none. */
  readonly warning?: string;
  /** Whether orders have pages of their own, to which the staff app links. */
  readonly hasOrderPages: boolean;
  urlOf(page: StaffPageName): string;
  /** Where staff see the payment now. */
  paymentUrl(sale: StartedSale): Promise<string>;
  /** A buyer chooses the hosted page, and is sent to the gateway. */
  begin(): Promise<StartedSale>;
  /** A buyer sends a card to begin a plan of twelve months. */
  subscribe(): Promise<StartedSale>;
  /** Opens a page of the browser, signed in. */
  open(browser: Browser, look: Look): Promise<Page>;
  /** Whether the shop's own records have the order as paid. */
  isPlaced(sale: StartedSale): Promise<boolean>;
  /** The money that the shop's own records have as refunded, such as `10`. */
  refunded(sale: StartedSale): Promise<number>;
}

/** How long the shop may take to process a notification. In milliseconds. */
const timeout = 20_000;

/** A shop with its staff pages, and what happens to its payments. */
export class StaffSite {
  readonly host: StaffHostShop;

  constructor(host: StaffHostShop) {
    this.host = host;
  }

  get gateway(): SandboxControl {
    return this.host.gateway;
  }

  /** A sale whose buyer is on the payment page of the gateway. */
  async begin(): Promise<Sale> {
    return this.#saleOf(await this.host.begin());
  }

  /** A sale that a buyer has paid, with whatever goes wrong, after the shop has heard of it. */
  async pay(...faults: FaultInput[]): Promise<Sale> {
    const sale = await this.begin();
    await this.setFaults(sale, ...faults);
    await this.gateway.resolve(sale.attemptId, { outcome: "paid" });
    return this.#delivered(sale);
  }

  /** A sale whose payment the gateway declined. */
  async fail(): Promise<Sale> {
    const sale = await this.begin();
    await this.gateway.resolve(sale.attemptId, { outcome: "failed" });
    return this.#delivered(sale);
  }

  /** A sale that began a plan of twelve months, two of which are paid by now, with whatever goes wrong in the second. */
  async subscribe(...faults: FaultInput[]): Promise<Sale> {
    const sale = await this.#saleOf(await this.host.subscribe());
    const placed = await this.#delivered(sale);
    await this.setFaults(sale, ...faults);
    await this.gateway.advance({ days: 31 });
    await this.setFaults(sale);
    return placed;
  }

  /** From now on, these faults happen to a sale. */
  async setFaults({ attemptId }: Sale, ...faults: FaultInput[]): Promise<void> {
    await this.gateway.setFaults({ of: "order", orderId: attemptId }, faults);
  }

  /** The gateway reports a chargeback or an alert to the dispute webhook of the shop. */
  async dispute({ attemptId }: Sale, type: "chargeback" | "ethoca_alert" | "rdr_alert"): Promise<void> {
    await this.gateway.dispute(attemptId, { type });
    const { outcome } = await this.gateway.nextDelivery(attemptId, { timeout });
    if (outcome !== "ok") throw new Error(`The shop did not accept the dispute: ${outcome}`);
  }

  async #saleOf({ reference }: StartedSale): Promise<Sale> {
    const [latest] = (await this.gateway.latestOrders({ limit: 1 })).orders;
    return { reference, attemptId: latest?.orderId ?? "", url: await this.host.paymentUrl({ reference }) };
  }

  /** The shop has heard of it, so the order can have a page now. */
  async #delivered(sale: Sale): Promise<Sale> {
    await this.gateway.nextDelivery(sale.attemptId, { timeout });
    return { ...sale, url: await this.host.paymentUrl(sale) };
  }
}
