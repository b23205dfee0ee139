import { testCards } from "./card-outcome.ts";
import { faultSchema } from "./faults/fault.ts";
import { merchants } from "./merchants.ts";
import { operationNames } from "./operation-names.ts";
import { operationPathsAndFields } from "./operations/operation.ts";
import { paymentMethods } from "./payment-methods.ts";
import { behaviourOf, quirkProfiles } from "./quirks/quirk.ts";

/** Returns the text of `--help`. Lists come from the modules that define them, so that the text stays up to date. */
export function buildHelpText(): string {
  return `pay-index-sandbox: a pay_index gateway on this machine

Options. Each can also be an environment variable, such as PAY_INDEX_SANDBOX_PORT:
  --port NUMBER              port to listen on (4400; 0 uses any free port)
  --host ADDRESS             address to listen on (127.0.0.1)
  --data FILE                stores orders, faults and settings in this SQLite file (default: in memory)
  --frozen                   starts with a stopped clock; --no-frozen starts the clock again
  --quirks PROFILE           starts with a quirk profile of the list below
  --expire-after SECONDS     time after which a pending order fails (86400)
  --refund-after SECONDS     time after which an accepted refund ends (5)
  --seed NUMBER              repeats the random delays of an earlier run
  --allow-notify-host NAME   another host to which notifications may go, besides localhost; can be repeated
  --allow-host NAME          another host name that requests may use, besides localhost; can be repeated
  --allow-app-scheme NAME    an app to which buyers are handed over (pay_app_scheme); can be repeated
  --help                     displays this text

Routes:
  POST /pay_index            where shops send their sales
${operationNames.map((name) => `  POST /pay/trade/${operationPathsAndFields[name].path}`).join("\n")}
  /pay/...                   the buyer's pages
  /                          the sandbox's pages: orders, timelines, faults, clock
  /_sandbox/                 the control API, for tests and scripts:
    GET  orders  orders/N    orders/N/deliveries/next?after=&wait=  refusals  events
    POST orders/N/resolve     orders/N/close  orders/N/pay-again  orders/N/notify
         orders/N/refund  orders/N/dispute
    GET PUT dispute-webhooks
    GET PUT DELETE faults    GET PUT quirks    GET POST clock

Merchants:
${formatTable(merchants.map(({ id, variant, key }) => [id, variant, key]))}

Test cards, with any CVV and a date in the future. Every other card is declined:
${formatTable(testCards.map(({ number, says }) => [number, says]))}

Methods:
  ${paymentMethods.map(({ id }) => id).join(" ")}

Faults. Set them on the page Faults or by the control API:
${wrapWords(faultSchema.options.map((option) => option.shape.kind.value))}

Quirk profiles:
${formatTable(quirkProfiles.map((name) => [name, behaviourOf(name).says]))}
`;
}

function formatTable(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

function wrapWords(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 100) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join("\n");
}
