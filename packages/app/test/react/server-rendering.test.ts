import { createElement, Fragment } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CheckoutButton, PaymentStatus } from "../../src/react.ts";

test("a server renders both components as the buyer first sees them, and asks nothing", () => {
  const start = () => Promise.reject(new Error("nobody clicked"));
  const status = createElement(PaymentStatus, { statusUrl: "/status/A1", className: "news" });
  const button = createElement(CheckoutButton, { start, disabled: true }, "Pay");
  const html = renderToString(createElement(Fragment, null, status, button));
  expect(html.replace(/ id="[^"]+"/, "")).toBe(
    '<p role="status" aria-live="polite" data-status="0" class="news">The payment is not confirmed yet.</p>' +
      '<button type="button" disabled="" aria-busy="false" aria-disabled="false">Pay</button><span role="alert"></span>',
  );
});
