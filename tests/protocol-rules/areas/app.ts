import { ownRule, type Rule, specRule } from "../rule-types.ts";

const back = "https://shop.example/paid";
const trouble = (app: string, message: string) => ({
  app,
  result: { status: 2, message, orderId: "", confirmed: false },
});

export const appRules: readonly Rule[] = [
  specRule("APP-RESULT", "2.7, 3", {
    accepted: [
      {
        app: `${back}?paymentStatus=succeeded&orderID=A1`,
        result: { status: 1, message: "Payment successful.", orderId: "A1", confirmed: false },
      },
      { app: `${back}?paymentStatus=fail`, result: { status: 2, message: "Payment failed.", orderId: "" } },
      {
        app: "closed",
        cancelStatus: true,
        result: { status: 3, message: "Payment cancelled.", orderId: "" },
      },
    ],
    refused: [
      { app: "closed", result: { status: 2 } },
      { app: "load_failed", cancelStatus: true, result: { status: 2 } },
    ],
  }),
  specRule("APP-REDIRECT", "2.7", {
    accepted: [
      { app: `${back}?paymentStatus=SUCCEEDED&orderID=A1`, result: { status: 1, orderId: "A1" } },
      { app: "teashop://paid?orderID=A1&paymentStatus=Succeeded", result: { status: 1, orderId: "A1" } },
    ],
    refused: [
      { app: `${back}?paymentStatus=processing&orderID=A1`, result: { status: 2, orderId: "A1" } },
      { app: `${back}?paymentStatus=success&orderID=A1`, result: { status: 2, orderId: "A1" } },
      { app: `${back}?orderID=A1`, result: { status: 2, orderId: "A1" } },
    ],
  }),
  specRule("APP-FAILURE", "2.7, 7", {
    accepted: [
      trouble("context_missing", "There is nothing to open the payment page in."),
      trouble("screen_gone", "The screen with the payment page is gone."),
      trouble("launch_failed", "The payment page could not be opened."),
      trouble("load_failed", "The payment page could not be loaded."),
      trouble("closed", "The payment page was closed."),
      { ...trouble(`${back}?paymentStatus=succeeded`, "The payment address is invalid."), url: "pay/1" },
    ],
    refused: [{ app: `${back}?paymentStatus=succeeded`, result: { status: 1 } }],
  }),
  ownRule("APP-ASK", {
    accepted: [
      { app: "closed", shop: "paid", result: { status: 1, confirmed: true } },
      { app: `${back}?paymentStatus=succeeded`, shop: "FAILED", result: { status: 2, confirmed: true } },
    ],
    refused: [
      { app: `${back}?paymentStatus=succeeded`, shop: "pending", result: { status: 0, confirmed: true } },
      { app: `${back}?paymentStatus=fail`, shop: "review", result: { status: 0, confirmed: true } },
      { app: "closed", shop: "created", cancelStatus: true, result: { status: 0, confirmed: true } },
      { app: `${back}?paymentStatus=succeeded`, shop: null, result: { status: 0, confirmed: false } },
      { app: `${back}?paymentStatus=fail`, shop: null, result: { status: 0, confirmed: false } },
    ],
  }),
  ownRule("APP-RETURN", {
    accepted: [
      { back: "https://Shop.example/paid?paymentStatus=fail", to: back },
      { back: "teashop://paid?orderID=A1", to: "teashop://paid" },
    ],
    refused: [
      { back: "https://shop.example/paid2?paymentStatus=succeeded", to: back },
      { back: "http://shop.example/paid?paymentStatus=succeeded", to: back },
      { back: "https://shop.example@evil.example/paid?paymentStatus=succeeded", to: back },
      { back: "teashop://paid.evil?paymentStatus=succeeded", to: "teashop://paid" },
    ],
  }),
];
