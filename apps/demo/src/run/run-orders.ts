import { toAmountText, variants } from "@pay-index/core";
import { createControlClient, type QuirkProfile } from "@pay-index/sandbox/client";
import { testCards } from "../buyer/payment-choice.ts";
import { buyOrder, type DemoSale, minimumOrderColumnWidths, SaleRefusedError } from "./buy-order.ts";
import { ConsoleTable } from "./console-table.ts";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { DemoAttempt, DemoShopDriver } from "./demo-shop-driver.ts";
import { errorReason } from "./error-reason.ts";
import { payByLink } from "./pay-by-link.ts";
import { reconcileDay } from "./reconcile-day.ts";
import { moneyReturned, startRefundBeforePlacing } from "./refund-before-placing.ts";
import {
  type RefundRow,
  refundColumnWidths,
  refundInBackOffice,
  startPartialRefund,
} from "./refund-order.ts";

/** The card sale uses 3D Secure. The subscription is charged immediately. The last notification is lost: the shop asks the gateway. */
const sales: readonly DemoSale[] = [
  ...variants.map((variant) => ({
    name: variant,
    wish: { variant, card: variant === "card" ? testCards.asks : testCards.good },
  })),
  { name: "hosted (lost)", wish: { variant: "hosted", card: testCards.good }, isNotificationLost: true },
];

/** Only with a profile: the gateway's message about a failure is another one than about a payment. */
const declinedSale: DemoSale = {
  name: "hosted (fail)",
  wish: { variant: "hosted", card: testCards.declined },
  isDeclined: true,
};

/** The sale of which staff refund a part. The gateway needs some seconds for it, so the other sales follow meanwhile. */
const refundedSale = "hosted";

/** The sale that is refunded in the back office of the gateway. */
const saleRefundedInBackOffice = "link";

export interface OrdersInput {
  readonly shop: DemoShopDriver;
  readonly place: DemoEnvironment;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly profile: QuirkProfile | undefined;
}

interface OrdersRun extends OrdersInput {
  /** The attempts of the sales that ended as expected, by the name of the sale. */
  readonly attempts: Map<string, DemoAttempt>;
  /** The names of what failed, by reason. */
  readonly failures: Map<string, string[]>;
}

type RefundResult = () => Promise<RefundRow>;
type NamedRefund = readonly [name: string, result: RefundResult];

const write = (text: string) => void process.stdout.write(text);

/** Sells the orders, refunds a part of one, and prints the progress. Returns whether everything succeeded. */
export async function runOrders(input: OrdersInput): Promise<boolean> {
  const run: OrdersRun = { ...input, attempts: new Map(), failures: new Map() };
  const refunds = await sellAllVariants(run);
  const done = ["Six orders sold and paid", ...(run.profile ? ["one declined"] : [])];
  if (refunds.length > 0) done.push("a part of one refunded", "one not placed because its money went back");
  const attempt = run.attempts.get(saleRefundedInBackOffice);
  if (attempt !== undefined && (await reportsStaffRefunds(run))) {
    refunds.push(["back office", () => refundInBackOffice({ ...run, attempt, name: "link (office)" })]);
    done.push("one refunded in the back office");
  }
  await showPaymentLink(run);
  await showRefunds(run, refunds);
  await showAlert(run);
  await showStatement(run);
  for (const [reason, names] of run.failures)
    process.stderr.write(`\nFAILED ${names.join(", ")}: ${reason}\n`);
  if (run.failures.size > 0) return false;
  const seconds = ((performance.now() - run.startedAt) / 1000).toFixed(1);
  write(`\n${done.slice(0, -1).join(", ")}, and ${done.at(-1)}, in ${seconds} s.\n`);
  write("The shop and the gateway agree.\n");
  return true;
}

/** Whether the gateway reports refunds of its staff to the notify address. The shops of the demo have no dispute webhook. */
async function reportsStaffRefunds({ place, profile }: OrdersRun): Promise<boolean> {
  const { profiles } = await createControlClient(place.sandboxUrl).quirks();
  return profiles.some(({ name, staffRefunds }) => name === profile && staffRefunds === "repeated_success");
}

/** Returns the refunds that were started. None if the order to refund was not sold. */
async function sellAllVariants(run: OrdersRun): Promise<NamedRefund[]> {
  const { shop, place, profile } = run;
  const refunds: NamedRefund[] = [];
  const table = new ConsoleTable(write, {
    widths: {
      ...minimumOrderColumnWidths,
      "shop's db": Math.max(minimumOrderColumnWidths["shop's db"], shop.paid.length),
    },
    good: ["paid", shop.paid],
  });
  table.head();
  for (const sale of profile === undefined ? sales : [...sales, declinedSale]) {
    try {
      const attempt = await buyOrder({ shop, place, ...sale }, (column, text) => table.cell(column, text));
      run.attempts.set(sale.name, attempt);
      if (sale.name === refundedSale) {
        const { name } = sale;
        refunds.push(
          ["refund", await startAsResult(() => startPartialRefund({ shop, place, attempt, name }))],
          [
            "early refund",
            await startAsResult(() => startRefundBeforePlacing({ shop, place, name: "hosted (back)" })),
          ],
        );
      }
    } catch (error) {
      table.breakOff(sale.isDeclined ? "NOT DECLINED" : "NOT PAID");
      noteFailure(run, sale.name, error);
    }
  }
  return refunds;
}

/** Returns a refusal as a result: the row of the refund displays it, after the sales. */
async function startAsResult(start: () => Promise<RefundResult>): Promise<RefundResult> {
  try {
    return await start();
  } catch (error) {
    return () => Promise.reject(error);
  }
}

async function showRefunds(run: OrdersRun, refunds: readonly NamedRefund[]): Promise<void> {
  if (refunds.length === 0) return;
  const table = new ConsoleTable(write, { widths: refundColumnWidths, good: [] });
  write("\n");
  table.head();
  for (const [name, result] of refunds) {
    try {
      const row = await result();
      for (const column of Object.keys(refundColumnWidths) as (keyof RefundRow)[])
        table.cell(column, row[column]);
    } catch (error) {
      table.breakOff("NOT REFUNDED");
      noteFailure(run, name, error);
    }
  }
}

async function showPaymentLink(run: OrdersRun): Promise<void> {
  const { shop, place } = run;
  const { createPaymentLink } = shop;
  if (createPaymentLink === undefined || run.failures.size > 0) return;
  try {
    const { url, amount } = await payByLink({ shop, place, createPaymentLink });
    const sum = `${toAmountText(amount)} ${amount.currency}`;
    write(`\nStaff sent a payment link for ${sum}, and the buyer paid the order there:\n${url}\n`);
  } catch (error) {
    noteFailure(run, "payment link", error);
  }
}

/** The alert about the order whose money went back. */
async function showAlert({ shop, failures }: OrdersRun): Promise<void> {
  if (shop.alerts === undefined || failures.size > 0) return;
  const { text } = await shop.alerts.alertAbout(moneyReturned);
  write(`\nStaff got an alert, and the library of Standard Webhooks verified it:\n${text}\n`);
}

/** With a profile, the clocks of the shop and the gateway are not that of the machine. */
async function showStatement(run: OrdersRun): Promise<void> {
  const { reconcile } = run.shop;
  if (reconcile === undefined || run.profile !== undefined || run.failures.size > 0) return;
  try {
    write(`\nThe gateway's statement of the day, compared:\n${await reconcileDay(reconcile, run.place)}`);
  } catch (error) {
    noteFailure(run, "statement", error);
  }
}

function noteFailure({ place, failures }: OrdersRun, name: string, error: unknown): void {
  // The order displays a refusal of the gateway. For every other error, the output of the processes helps.
  if (!(error instanceof SaleRefusedError)) process.stderr.write(`\n${place.lastWords()}\n`);
  const reason = errorReason(error);
  failures.set(reason, [...(failures.get(reason) ?? []), name]);
}
