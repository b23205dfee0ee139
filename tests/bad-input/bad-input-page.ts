import { readFileSync } from "node:fs";
import { wrapMarkdown } from "../docs/wrap-markdown.ts";
import type { Row } from "./row.ts";
import { amountDueRows, dueLine } from "./rows/amount-due.ts";
import { cycleLine, cycleRows } from "./rows/cycle.ts";
import { merchantsLine, merchantsRows } from "./rows/merchants.ts";
import { notificationLine, notificationRows } from "./rows/notification.ts";
import { notificationSenderAddressRows, senderLine } from "./rows/notification-sender-address.ts";
import { operatorIdentityRows, operatorLine } from "./rows/operator-identity.ts";
import { optionsLine, optionsRows } from "./rows/options.ts";
import { responseLine, responseRows } from "./rows/response.ts";
import { returnLine, returnRows } from "./rows/return.ts";
import { saleLine, saleRows } from "./rows/sale.ts";
import { staffRequestLine, staffRequestRows } from "./rows/staff-request.ts";

function list<R extends Row>(rows: readonly R[], lineOf: (row: R) => [input: string, end: string]): string {
  const sorted = rows.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  const entries = sorted.map((row) => {
    const [input, end] = lineOf(row);
    const parts = [`Input: ${row.shown ?? input}`, `Result: ${end}`, `What you can do: ${row.advice}`];
    return [wrapMarkdown(`**${row.name}**`, "- "), ...parts.map((part) => wrapMarkdown(part, "  - "))].join(
      "\n",
    );
  });
  return entries.join("\n");
}

const section = (heading: string, intro: string, entries: string) =>
  `## ${heading}\n\n${wrapMarkdown(intro)}\n\n${entries}\n`;

const sections = [
  section(
    "Options",
    "The shop passes options to `createPayIndex` or `createGateway`, which throws `PayIndexError` before anything runs. Production means without `sandbox: true`.",
    list(optionsRows, optionsLine),
  ),
  section(
    "A sale",
    "The shop passes a sale to `start`, and a card to `CardDetails.of`. A refused sale is neither created nor sent.",
    list(saleRows, saleLine),
  ),
  section(
    "The gateway's response to a sale",
    "The results are those of a hosted sale. The order is sent once, whatever the response is. No redirect is followed. A notification that comes later always counts. `unknown` means that the gateway may have received the order. Buyers of the variants `hosted`, `link` and `apm` got no payment page, so they can try again at once. A card or subscription waits for the notification, or for `unknownHold`.",
    list(responseRows, responseLine),
  ),
  section(
    "A notification",
    "Each input is a POST to the notify address of a hosted sale of 19.99 USD. A refusal is one word; the event `notification-refused` has the reason. After each input, a normal notification is accepted, and the order is paid.",
    list(notificationRows, notificationLine),
  ),
  section(
    "A cycle of a subscription",
    "Each input is a POST to the notify address of a monthly subscription of 19.99 USD with twelve cycles. The first cycle is paid. The POST is about cycle 2, with the listed differences. The shop has another subscription, M2. After each input, a normal cycle 2 is accepted, and becomes one order.",
    list(cycleRows, cycleLine),
  ),
  section(
    "The amount due",
    "Each input is the value that the option `amountDue` of an Express shop returns, after a hosted sale of 19.99 USD was paid. The reply to the notification is always `200 OK`, and the payment is `paid`. A job that runs again later becomes a review item after ten tries. After each input, the shop returns the right amount, the job runs again, and the order is placed once.",
    list(amountDueRows, dueLine),
  ),
  section(
    "The sender of a notification",
    "Each input is a normal notification to a shop with `notifyFrom`, which permits only 203.0.113.7. Another sender connects to it, unless its proxy says 203.0.113.7. A refused notification is stored: after each refusal, staff retry the item, and the order is paid. The limit of requests to unknown addresses counts the same address. Express's `trust proxy` has no effect here.",
    list(notificationSenderAddressRows, senderLine),
  ),
  section(
    "The merchants of a tenant",
    "Each input is what the function `merchants` of an Express shop does when a sale is started, and when a notification about an earlier sale arrives. Nothing is created or sent. The notification gets 503, so the gateway repeats it. After each input, the function returns the right list, and the repeat pays the order once. Answers are used for ten seconds, so an error within that time has no effect on known merchants.",
    list(merchantsRows, merchantsLine),
  ),
  section(
    "The buyer returns",
    "The buyer's browser opens the return address. It never changes the payment.",
    list(returnRows, returnLine),
  ),
  section(
    "The operator of an action or a retry",
    "The shop passes the operator to `resolveReviewItem` and `retryReviewItem`. If it is refused, they throw a `PayIndexError`, and nothing changes. In Medusa and Vendure, the plugins take the operator from the login.",
    list(operatorIdentityRows, operatorLine),
  ),
  section(
    "A request of a staff page",
    "These are requests that resolve or retry review items in Medusa and Vendure. Medusa returns the status, and the `code` `pay_index_json_required` or `pay_index_cross_site`. Vendure returns `PAY_INDEX_JSON_REQUIRED` or `PAY_INDEX_CROSS_SITE` in `extensions.code`.",
    list(staffRequestRows, staffRequestLine),
  ),
];

const page = new URL("../../docs/reference/bad-input.md", import.meta.url);

/** The end of the page: inputs whose tests are beside the code that they are about. */
export function handWrittenSections(): string {
  const text = readFileSync(page, "utf8");
  return text.slice(text.indexOf("## A payment link\n"));
}

/** docs/reference/bad-input.md. */
export function renderBadInputPage(): string {
  return `# Bad input and its results

This page lists wrong or unusual inputs, the result of each, and what you can do. For all of them:

- The only error that is thrown is \`PayIndexError\`.
- No refusal, redirect or error page contains "ok", in any case of letters.
- No key and no card is printed, and no evidence is lost.

The [error codes](error-codes.md), [events](events.md) and [review items](review-items.md) have pages of their own. The
tests in \`tests/bad-input\` try each row that names no other test, and write this page up to the payment links:
\`npx --yes pnpm@12 exec vitest run --project unit tests/bad-input -u\`.

${sections.join("\n")}
${handWrittenSections()}`;
}
