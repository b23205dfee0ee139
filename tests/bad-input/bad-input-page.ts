import { wrapMarkdown } from "../docs/wrap-markdown.ts";
import { type InputPlace, requiredCases } from "./required-cases.ts";
import {
  cycleLine,
  dueLine,
  merchantsLine,
  notificationLine,
  operatorLine,
  optionsLine,
  responseLine,
  returnLine,
  saleLine,
  senderLine,
  staffRequestLine,
} from "./row-lines.ts";
import { amountDueRows } from "./rows/amount-due.ts";
import { cycleRows } from "./rows/cycle.ts";
import { merchantsRows } from "./rows/merchants.ts";
import { notificationRows } from "./rows/notification.ts";
import { notificationSenderAddressRows } from "./rows/notification-sender-address.ts";
import { operatorIdentityRows } from "./rows/operator-identity.ts";
import { optionsRows } from "./rows/options.ts";
import { responseRows } from "./rows/response.ts";
import { returnRows } from "./rows/return.ts";
import { saleRows } from "./rows/sale.ts";
import { staffRequestRows } from "./rows/staff-request.ts";

export const rowsByPlace = {
  options: optionsRows,
  sale: saleRows,
  response: responseRows,
  notification: notificationRows,
  cycle: cycleRows,
  due: amountDueRows,
  sender: notificationSenderAddressRows,
  merchants: merchantsRows,
  return: returnRows,
  operator: operatorIdentityRows,
  "staff request": staffRequestRows,
} as const;

/** Of the test and of the line in the page. */
export function rowName(row: { readonly of: string; readonly case?: string }): string {
  return row.case === undefined ? row.of : `${row.of}: ${row.case}`;
}

interface Line {
  readonly of: string;
  readonly case?: string;
  readonly shown?: string;
  readonly advice: string;
}

function list<R extends Line>(lines: readonly R[], told: (row: R) => [string, string]): string {
  const entries = lines.map((row) => {
    const [input, end] = told(row);
    const parts = [`Input: ${row.shown ?? input}`, `Result: ${end}`, `What you can do: ${row.advice}`];
    return [
      wrapMarkdown(`**${rowName(row)}**`, "- "),
      ...parts.map((part) => wrapMarkdown(part, "  - ")),
    ].join("\n");
  });
  return entries.join("\n");
}

const headings: Record<InputPlace, string> = {
  options: "## Options",
  sale: "## A sale",
  response: "## The gateway's response to a sale",
  notification: "## A notification",
  cycle: "## A cycle of a subscription",
  due: "## The amount due",
  sender: "## The sender of a notification",
  merchants: "## The merchants of a tenant",
  return: "## The buyer returns",
  operator: "## The operator of an action or a retry",
  "staff request": "## A request of a staff page",
};

const intros: Record<InputPlace, string> = {
  options:
    "The shop passes options to `createPayIndex` or `createGateway`, which throws `PayIndexError` before anything runs. Production means without `sandbox: true`.",
  sale: "The shop passes a sale to `start`, and a card to `CardDetails.of`. A refused sale is neither created nor sent.",
  response:
    "The results are those of a hosted sale. The order is sent once, whatever the response is. No redirect is followed. A notification that comes later always counts. `unknown` means that the gateway may have received the order. Buyers of the variants `hosted`, `link` and `apm` got no payment page, so they can try again at once. A card or subscription waits for the notification, or for `unknownHold`.",
  notification:
    "Each input is a POST to the notify address of a hosted sale of 19.99 USD. A refusal is one word; the event `notification-refused` has the reason. After each input, a normal notification is accepted, and the order is paid.",
  cycle:
    "Each input is a POST to the notify address of a monthly subscription of 19.99 USD with twelve cycles. The first cycle is paid. The POST is about cycle 2, with the listed differences. The shop has another subscription, M2. After each input, a normal cycle 2 is accepted, and becomes one order.",
  due: "Each input is the value that the option `amountDue` of an Express shop returns, after a hosted sale of 19.99 USD was paid. The reply to the notification is always `200 OK`, and the payment is `paid`. A job that runs again later becomes a review item after ten tries. After each input, the shop returns the right amount, the job runs again, and the order is placed once.",
  sender:
    "Each input is a normal notification to a shop with `notifyFrom`, which permits only 203.0.113.7. Another sender connects to it, unless its proxy says 203.0.113.7. A refused notification is stored: after each refusal, staff retry the item, and the order is paid. The limit of requests to unknown addresses counts the same address. Express's `trust proxy` has no effect here.",
  merchants:
    "Each input is what the function `merchants` of an Express shop does when a sale is started, and when a notification about an earlier sale arrives. Nothing is created or sent. The notification gets 503, so the gateway repeats it. After each input, the function returns the right list, and the repeat pays the order once. Answers are used for ten seconds, so an error within that time has no effect on known merchants.",
  return: "The buyer's browser opens the return address. It never changes the payment.",
  operator:
    "The shop passes the operator to `decide` and `work`. If it is refused, they throw a `PayIndexError`, and nothing changes. In Medusa and Vendure, the plugins take the operator from the login.",
  "staff request":
    "These are requests that resolve or retry review items in Medusa and Vendure. Medusa returns the status, and the `code` `pay_index_json_required` or `pay_index_cross_site`. Vendure returns `PAY_INDEX_JSON_REQUIRED` or `PAY_INDEX_CROSS_SITE` in `extensions.code`.",
};

/** docs/reference/bad-input.md. */
export function renderBadInputPage(): string {
  const lists: Record<InputPlace, string> = {
    options: list(optionsRows, optionsLine),
    sale: list(saleRows, saleLine),
    response: list(responseRows, responseLine),
    notification: list(notificationRows, notificationLine),
    cycle: list(cycleRows, cycleLine),
    due: list(amountDueRows, dueLine),
    sender: list(notificationSenderAddressRows, senderLine),
    merchants: list(merchantsRows, merchantsLine),
    return: list(returnRows, returnLine),
    operator: list(operatorIdentityRows, operatorLine),
    "staff request": list(staffRequestRows, staffRequestLine),
  };
  const places = Object.keys(requiredCases) as InputPlace[];
  const sections = places.map(
    (place) => `${headings[place]}\n\n${wrapMarkdown(intros[place])}\n\n${lists[place]}\n`,
  );
  return `# Bad input and its results

This page lists wrong or unusual inputs, the result of each, and what you can do. For all of them:

- The only error that is thrown is \`PayIndexError\`.
- No refusal, redirect or error page contains "ok", in any case of letters.
- No key and no card is printed, and no evidence is lost.

The [error codes](error-codes.md), [events](events.md) and [review items](review-items.md) have pages of their own. The
tests in \`tests/bad-input\` try each row and write this page:
\`npx --yes pnpm@12 exec vitest run --project unit tests/bad-input -u\`.

${sections.join("\n")}`;
}
