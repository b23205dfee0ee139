export interface Product {
  readonly name: string;
  /** For people, such as `19.99 USD`. */
  readonly price: string;
}

export interface OrderStatus {
  readonly order: { readonly id: string; readonly total: string; readonly state: string };
  readonly payment: { readonly state: string };
  /** Whether the shop has accepted the order: a paid payment is placed within a second. */
  readonly placed: boolean;
}

/** What the storefront asks of the shop. */
export interface Shop<BuyerRequest> {
  product(): Promise<Product>;
  /** Makes an order of the product, and starts its payment. A problem is a text for the buyer. */
  checkout(
    buyer: Buyer,
    request: BuyerRequest,
  ): Promise<{ readonly url: string } | { readonly problem: string }>;
  /** Undefined if there is no such order. */
  findOrder(id: string): Promise<OrderStatus | undefined>;
}

/** What every payment needs to know of the buyer. The country has two letters. */
export type Buyer = Readonly<Record<(typeof buyerFields)[number]["name"], string>>;

const buyerFields = [
  { name: "firstName", label: "First name", value: "Ada" },
  { name: "lastName", label: "Last name", value: "Lovelace" },
  { name: "email", label: "E-mail", value: "ada@example.com" },
  { name: "phone", label: "Phone", value: "2070000000" },
  { name: "country", label: "Country", value: "GB" },
] as const;

export function readBuyer(form: Readonly<Record<string, unknown>> = {}): Buyer {
  const values = buyerFields.map(({ name }) => [name, String(form[name] ?? "").trim()]);
  return Object.fromEntries(values);
}

export function productPage({ name, price }: Product, problem?: string): string {
  const inputs = buyerFields.map(
    ({ name, label, value }) => `<p><label>${label}<br><input name="${name}" value="${value}"></label></p>`,
  );
  return page(
    name,
    `${problem === undefined ? "" : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`}
    <form method="post" action="/checkout">${inputs.join("\n")}
    <button>Pay ${escapeHtml(price)}</button></form>`,
  );
}

export function orderPage({ order, payment, placed }: OrderStatus): string {
  const isOpen = ["created", "pending", "approved"].includes(payment.state);
  // Only the notification of the gateway decides, and it usually arrives within a second.
  const refresh =
    isOpen || (payment.state === "paid" && !placed) ? '<meta http-equiv="refresh" content="2">' : "";
  return page(
    `Order ${order.id}`,
    `${refresh}<dl><dt>Total</dt><dd>${escapeHtml(order.total)}</dd>
    <dt>Order</dt><dd>${escapeHtml(order.state)}</dd>
    <dt>Payment</dt><dd>${escapeHtml(payment.state)}</dd>
    <dt>Placed</dt><dd>${placed ? "yes" : "no"}</dd></dl>
    <p><a href="/">${payment.state === "failed" ? "Try again" : "Buy another one"}</a></p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
    <style>body { font: 1rem/1.5 system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem }</style>
    <main><h1>${escapeHtml(title)}</h1>${content}</main></html>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
