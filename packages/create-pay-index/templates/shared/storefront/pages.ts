import type { OrderStatus, Product } from "./storefront.ts";

const buyerFields = [
  { name: "firstName", label: "First name", value: "Ada" },
  { name: "lastName", label: "Last name", value: "Lovelace" },
  { name: "email", label: "E-mail", value: "ada@example.com" },
  { name: "phone", label: "Phone", value: "2070000000" },
  { name: "country", label: "Country", value: "GB" },
];

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
    <dt>Payment</dt><dd>${escapeHtml(payment.state)}</dd></dl>
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
