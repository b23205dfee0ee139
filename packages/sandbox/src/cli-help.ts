import { testCards } from "./card-outcome.ts";
import { faultSchema } from "./faults/fault.ts";
import { merchants } from "./merchants.ts";
import { paymentMethods } from "./payment-methods.ts";
import { quirkBehaviours, quirkProfiles } from "./quirks/quirk.ts";

/** Returns the text of `--help`. Lists come from the modules that define them, so that the text stays up to date. */
export function helpText(): string {
  return `pay-index-sandbox: a whole pay_index gateway on this machine

Options, each also as an environment variable, as PAY_INDEX_SANDBOX_PORT:
  --port NUMBER              port to listen on (4400; 0 takes any free one)
  --host ADDRESS             address to listen on (127.0.0.1)
  --data FILE                keeps orders, faults and settings in this SQLite file (without it: in memory)
  --frozen                   begins with the clock standing still; --no-frozen lets it run again
  --quirks PROFILE           begins with a quirk profile, of those below
  --expire-after SECONDS     when a pending order is given up (86400)
  --seed NUMBER              repeats the jitter of an earlier run
  --allow-notify-host NAME   a host name, beside localhost, that notifications may go to; may be repeated
  --allow-host NAME          a host name, beside localhost, that requests may use; may be repeated
  --help                     shows this

Routes:
  POST /pay_index            where shops send their sales
  /pay/...                   the buyer's pages
  /                          the desk: orders, timelines, faults, clock
  /_sandbox/                 the desk as JSON, for tests and scripts:
    GET  orders  orders/N    orders/N/deliveries/next?after=&wait=  refusals  events
    POST orders/N/settle     orders/N/close  orders/N/pay-again  orders/N/notify
    GET PUT DELETE faults    GET PUT quirks    GET POST clock

Merchants:
${formatTable(merchants.map(({ id, variant, key }) => [id, variant, key]))}

Test cards, with any CVV and a month to come; every other card is declined:
${formatTable(testCards.map(({ number, says }) => [number, says]))}

Methods:
  ${paymentMethods.map(({ id }) => id).join(" ")}

Faults, set at the desk:
${wrapWords(faultSchema.options.map((option) => option.shape.kind.value))}

Quirk profiles:
${formatTable(quirkProfiles.map((name) => [name, quirkBehaviours[name].says]))}
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
