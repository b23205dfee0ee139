import { code, type Row, rowsOf } from "../row.ts";

/** An input whose test is beside the code that it is about. */
interface TestedElsewhereRow extends Row {
  readonly input: string;
  /** Each code in it occurs in the file of the test. */
  readonly result: string;
  /** The file of the test, and what its title contains. */
  readonly test: readonly [file: string, title: string];
}

export function testedElsewhereLine({ input, result, test }: TestedElsewhereRow): [string, string] {
  return [input, `${result} Test: ${code(test[0])}.`];
}

const rows = rowsOf<TestedElsewhereRow>();
const links = "packages/core/test/start/payment-links.test.ts";
const modifiedOrders = "packages/vendure/test/shop/orders/additional-payments.suite.mts";

export const paymentLinkRows = [
  ...rows(
    { advice: "Read the page of the order again: the message says why nothing was made." },
    {
      "made for a paid order": {
        input: "Staff make a link for an order that is paid.",
        result: "`link_invalid`. No link is made.",
        test: [links, "for an order that is paid, or that the shop does not sell"],
      },
      "made for a cancelled order": {
        input: "Staff make a link for an order for which the shop says that nothing is due.",
        result: "`link_invalid`. No link is made.",
        test: [links, "for an order that is paid, or that the shop does not sell"],
      },
      "made for a refunded order": {
        input: "Staff make a link for an order that was placed and refunded in full.",
        result: "`link_invalid`. No link is made.",
        test: [links, "for an order that was refunded"],
      },
      "made by two people at once": {
        input: "Two people make a link for one order at the same moment.",
        result: "One link is made. The other person gets `link_outdated`.",
        test: [links, "beside an open one, also by two operators at once, unless it replaces it"],
      },
    },
  ),
  ...rows(
    { advice: "Nothing: the buyer was not charged. If money is due all the same, send a new link." },
    {
      "opened after the order was cancelled": {
        input: "The shop says that nothing is due any more.",
        result: "The page says so (`nothing-due`), and starts nothing.",
        test: [links, "of an order that costs nothing any more"],
      },
      "opened after the order was paid in another way": {
        input: "The buyer paid in the checkout meanwhile.",
        result: "The page thanks the buyer (`paid`), and starts nothing.",
        test: [links, "of an order that was paid in another way"],
      },
    },
  ),
  ...rows(
    {},
    {
      "opened twice": {
        input: "The same browser opens the link twice.",
        result: "Both times, the buyer gets the same payment page. One attempt is started.",
        test: [links, "starts the payment when a buyer opens it"],
        advice: "Nothing.",
      },
      "opened from another country": {
        input: "A second browser opens the link in another country.",
        result:
          "It gets the same payment page, and after 15 minutes one of its own, with its own IP address. If both pages are paid, the order is placed once, and the other payment becomes `paid-twice`.",
        test: [links, "opened from another country has the same page"],
        advice: "Refund the second payment and record the refund.",
      },
      "sent by an e-mail service that is down or slow": {
        input: "`sendLink` fails, or does not end within 30 seconds.",
        result: "Staff read `link_not_sent`, with the reason. The link stays open.",
        test: ["packages/express/test/payment-links.test.ts", "an e-mail that fails or hangs is reported"],
        advice: "Send it again, or copy the link.",
      },
      "paid after it was withdrawn, replaced or ended": {
        input: "The buyer pays on a page that was opened before.",
        result: "No order is placed, and staff get an item with `link_withdrawn` or `link_ended`.",
        test: [links, "a payment of a link that was withdrawn, replaced or late is a review item"],
        advice: "Retry the item to place the order. Or refund the payment and record the refund.",
      },
      "an order edited down below what was paid": {
        input: "Staff remove goods while the buyer pays a further amount: now less is due than was paid.",
        result: "The payment is not added to the order, and the item `order-not-placed` has `order_changed`.",
        test: [modifiedOrders, "that costs less than was paid by then gets no payment"],
        advice: "Refund the payment and record the refund. Refund the difference in the host.",
      },
    },
  ),
];

const comparison = "packages/core/test/statement/compare-statement.test.ts";
const reading = "packages/cli/test/statement/read-statement.test.ts";

export const statementRows = [
  ...rows(
    {
      advice:
        "Nothing was compared, and no review item was opened. Export the file again, or change `statement` as the message says.",
    },
    {
      "of another merchant": {
        input: "No row has an attempt or a merchant of this shop.",
        result: "`statement_foreign`.",
        test: [comparison, "refuses a statement of another merchant, and changes nothing"],
      },
      "cut off in the middle: of a cell": {
        input: "The file ends in a quoted cell, or in the middle of an Excel file.",
        result: "`statement_unreadable`.",
        test: [reading, "cut off in a quoted cell"],
      },
      "in another encoding": {
        input: "A file in GB18030, read as UTF-8.",
        result: "`statement_unreadable`. The message names the encoding to set.",
        test: [reading, "in another encoding"],
      },
      "without a column": {
        input: "A title that `statement.columns` names is missing.",
        result: "`statement_columns`, with the missing titles.",
        test: [reading, "without a column"],
      },
    },
  ),
  ...rows(
    {
      result: "The line is `unreadable`, with the reason. The other lines are compared.",
      advice:
        "Correct the line, or set the format. As long as a line is unreadable, no review item is opened.",
    },
    {
      "cut off in the middle: of a row": {
        input: "`A1,T1,19.9` as the last line of a file with five columns.",
        test: [reading, "too few columns"],
      },
      "a formula": { input: "The amount `=19+0.99`.", test: [reading, "a formula"] },
      "other decimals": {
        input: "The amount `19,99`, without `decimalMark`.",
        test: [reading, "an amount with another decimal mark"],
      },
      "other dates": {
        input: "The time `24.11.2026 10:00`, without `timeFormat`.",
        test: [reading, "another spelling of times"],
      },
      "a date outside of the period": {
        input: "A row of the day after the period.",
        test: [reading, "a time outside of the period"],
      },
      "a rounded ID": {
        input: "The order ID `2.02611E+19`, as Excel saves it in a CSV file.",
        test: [reading, "an ID that Excel rounded"],
      },
    },
  ),
  ...rows(
    {},
    {
      "duplicate rows": {
        input: "The same row twice.",
        result: "The first one is compared. The second one is `repeated`, and opens no review item.",
        test: [comparison, "and no row of it is compared twice"],
        advice: "Nothing, if your back office repeats rows. Otherwise ask your gateway.",
      },
    },
  ),
];

const alerts = "packages/core/test/alerts/send-alerts.test.ts";

export const alertRows = rows(
  { advice: "Repair the receiver: the event `alert-postponed` has the reason. No alert is lost." },
  {
    "an e-mail service that is down": {
      input: "`send` throws or rejects.",
      result: "`alert-postponed`. `send` is called again, with growing pauses from 10 seconds to 15 minutes.",
      test: [alerts, "repeats an alert with the same id, and with another one if it has more items"],
    },
    "an e-mail service that is slow": {
      input: "`send` does not end within `hookTimeout`.",
      result: "`alert-postponed` with `hook_timeout`. Notifications and orders do not wait for it.",
      test: [alerts, "or hangs delays neither a tick nor a notification"],
    },
    "a webhook that answers 500 for a day": {
      input: "960 review items open meanwhile.",
      result: "At most 110 calls. After the outage, one alert has the count of 960.",
      test: [alerts, "for a day loses nothing, gets few calls, and then one alert with the count"],
    },
    "a webhook that redirects": {
      input: "The receiver answers 302.",
      result: "A failure like 500: the signed alert goes to no other address.",
      test: ["packages/server/test/alert-webhook.test.ts", "a redirect"],
    },
  },
);

export const testedElsewhereRows = [...paymentLinkRows, ...statementRows, ...alertRows];
