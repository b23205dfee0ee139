import { variants } from "@pay-index/core";
import { testCards } from "../buyer/payment-choice.ts";
import { buyOrder, type DemoSale, minimumOrderColumnWidths, SaleRefusedError } from "./buy-order.ts";
import { ConsoleTable } from "./console-table.ts";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { DemoAttempt, DemoShopDriver } from "./demo-shop-driver.ts";
import { errorReason } from "./error-reason.ts";
import { type RefundRow, refundColumnWidths, startPartialRefund } from "./refund-order.ts";

/** The card sale uses 3D Secure. The subscription is charged immediately. The last notification is lost: the shop asks the gateway. */
const sales: readonly DemoSale[] = [
  ...variants.map((variant) => ({
    name: variant,
    wish: { variant, card: variant === "card" ? testCards.asks : testCards.good },
  })),
  { name: "hosted (lost)", wish: { variant: "hosted", card: testCards.good }, isNotificationLost: true },
];

/** The sale of which staff refund a part. The gateway needs some seconds for it, so the other sales follow meanwhile. */
const refundedSale = "hosted";

interface OrdersRun {
  readonly shop: DemoShopDriver;
  readonly place: DemoEnvironment;
  /** The names of what failed, by reason. */
  readonly failures: Map<string, string[]>;
}

interface SoldOrder {
  /** The name of the sale. */
  readonly name: string;
  readonly attempt: DemoAttempt;
}

type RefundResult = () => Promise<RefundRow>;

const write = (text: string) => void process.stdout.write(text);

/** Sells the orders, refunds a part of one, and prints the progress. Returns whether everything succeeded. */
export async function runOrders(
  shop: DemoShopDriver,
  place: DemoEnvironment,
  startedAt: number,
): Promise<boolean> {
  const run: OrdersRun = { shop, place, failures: new Map() };
  const refund = await sellAllVariants(run);
  if (refund !== undefined) await showRefund(run, refund);
  for (const [reason, names] of run.failures)
    process.stderr.write(`\nFAILED ${names.join(", ")}: ${reason}\n`);
  if (run.failures.size > 0) return false;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  write(`\nSix orders sold and paid, and a part of one refunded, in ${seconds} s.\n`);
  write("The shop and the gateway agree.\n");
  return true;
}

/** Returns a function that waits for the result of the refund. Undefined if the order to refund was not sold. */
async function sellAllVariants(run: OrdersRun): Promise<RefundResult | undefined> {
  const { shop, place } = run;
  let refund: RefundResult | undefined;
  const table = new ConsoleTable(write, {
    widths: {
      ...minimumOrderColumnWidths,
      "shop's db": Math.max(minimumOrderColumnWidths["shop's db"], shop.paid.length),
    },
    good: ["paid", shop.paid],
  });
  table.head();
  for (const sale of sales) {
    try {
      const attempt = await buyOrder({ shop, place, ...sale }, (column, text) => table.cell(column, text));
      if (sale.name === refundedSale) refund = await startRefund(run, { attempt, name: sale.name });
    } catch (error) {
      table.breakOff("NOT PAID");
      noteFailure(run, sale.name, error);
    }
  }
  return refund;
}

/** Returns a refusal as a result: the row of the refund displays it, after the sales. */
async function startRefund({ shop, place }: OrdersRun, sold: SoldOrder): Promise<RefundResult> {
  try {
    return await startPartialRefund({ shop, place, ...sold });
  } catch (error) {
    return () => Promise.reject(error);
  }
}

async function showRefund(run: OrdersRun, refund: RefundResult): Promise<void> {
  const table = new ConsoleTable(write, { widths: refundColumnWidths, good: [] });
  write("\n");
  table.head();
  try {
    const row = await refund();
    for (const column of Object.keys(refundColumnWidths) as (keyof RefundRow)[])
      table.cell(column, row[column]);
  } catch (error) {
    table.breakOff("NOT REFUNDED");
    noteFailure(run, "refund", error);
  }
}

function noteFailure({ place, failures }: OrdersRun, name: string, error: unknown): void {
  // The order displays a refusal of the gateway. For every other error, the output of the processes helps.
  if (!(error instanceof SaleRefusedError)) process.stderr.write(`\n${place.lastWords()}\n`);
  const reason = errorReason(error);
  failures.set(reason, [...(failures.get(reason) ?? []), name]);
}
