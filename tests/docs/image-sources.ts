/** The pictures in docs/images that a browser suite takes, by name: the file in `.screenshots`, and the suite. */
export const suitePictures: Readonly<Record<string, { readonly file: string; readonly suite: string }>> = {
  "express-items": { file: "staff-express-queue", suite: "test:browser" },
  "vendure-order": { file: "staff-vendure-mismatch", suite: "test:staff" },
  "vendure-items": { file: "staff-vendure-bulk", suite: "test:staff" },
  "medusa-order": { file: "staff-medusa-refunded-order", suite: "test:staff" },
  "medusa-order-chinese-dark": { file: "staff-medusa-payment-zh-1440-dark", suite: "test:staff" },
  "medusa-items": { file: "staff-medusa-queue", suite: "test:staff" },
  "medusa-decision": { file: "staff-medusa-record-refund", suite: "test:staff" },
  "paid-order": { file: "paid-order", suite: "test:browser" },
  "vendure-shop": { file: "vendure-shop", suite: "test:browser" },
  "medusa-shop": { file: "medusa-shop", suite: "test:browser" },
};
