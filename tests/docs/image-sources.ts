/** The pictures in docs/images that a browser suite takes, by name: the file in `.screenshots`, and the suite. */
export const suitePictures: Readonly<Record<string, { readonly file: string; readonly suite: string }>> = {
  "vendure-order": { file: "dashboard-mismatch", suite: "test:dashboard" },
  "vendure-items": { file: "dashboard-selected", suite: "test:dashboard" },
  "medusa-order": { file: "medusa-npm-refunded", suite: "test:medusa-admin" },
  "medusa-order-chinese-dark": { file: "medusa-cart-npm-zhCN-1440-dark", suite: "test:medusa-admin" },
  "medusa-items": { file: "medusa-npm-queue", suite: "test:medusa-admin" },
  "medusa-decision": { file: "medusa-npm-decision", suite: "test:medusa-admin" },
  "paid-order": { file: "paid-order", suite: "test:browser" },
  "vendure-shop": { file: "vendure-shop", suite: "test:browser" },
  "medusa-shop": { file: "medusa-shop", suite: "test:browser" },
};
