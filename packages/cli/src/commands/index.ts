import { type Command, Option } from "commander";
import type { CommandResult } from "../output/command-result.ts";
import type { ReconcileOptions } from "./reconcile.ts";
import type { ReconcileStatementOptions } from "./reconcile-statement.ts";
import type { RunCommand } from "./run-command.ts";

/** Makes the action of a command: it loads the function that gets the arguments, the options, and how the command writes. */
type LazyAction = (
  load: () => Promise<(...given: never[]) => Promise<CommandResult>>,
) => (...given: unknown[]) => Promise<void>;

/** Adds every command. A command loads its code when it runs, so that the help and small commands start fast. */
export function addCommands(program: Command, run: RunCommand): void {
  // Commander passes the arguments, the options, and the command itself.
  const lazy: LazyAction =
    (load) =>
    (...given) =>
      run(async (style) => (await load())(...(given.slice(0, -1) as never[]), style as never));
  addDoctorCommand(program, lazy);
  addSignatureCommands(program, lazy);
  addTriggerCommand(program, lazy);
  addReplayCommand(program, lazy);
  addReviewCommands(program, lazy);
  addReconcileCommand(program, run);
  addDatabaseCommands(program, lazy);
  addForgetCommand(program, lazy);
}

function addDoctorCommand(program: Command, lazy: LazyAction): void {
  withConfig(program.command("doctor"))
    .description(
      "checks the setup of a shop: options, notify address, proxies, database, clock, scheduler, versions",
    )
    .option("--timeout <seconds>", "how long to wait for the notify address and the gateway; default: 10")
    .action(lazy(async () => (await import("./doctor.ts")).doctor));
}

const formHelp = "the form: a body as it was sent, a JSON object, or lines of name=value; default: stdin";

function addSignatureCommands(program: Command, lazy: LazyAction): void {
  withKey(program.command("sign"))
    .description("calculates the sign of a request or a notification")
    .argument("[file]", formHelp)
    .option("--rule <name>", "how a notification is signed; default: received")
    .action(lazy(async () => (await import("./sign.ts")).sign));
  withKey(program.command("verify"))
    .description("checks the sign of a request or of a gateway's message, and explains why it does not match")
    .argument("[file]", formHelp)
    .option("--rules <names>", "the rules that the shop allows for notifications, separated by commas")
    .action(lazy(async () => (await import("./verify.ts")).verify));
}

function addTriggerCommand(program: Command, lazy: LazyAction): void {
  program
    .command("trigger")
    .description("causes a fault in a running sandbox: by default for the next sale")
    .argument("[fault]", "the name of a fault; --list lists all")
    .option("--list", "lists the faults and their settings")
    .option("--clear", "clears every fault of the sandbox")
    .option("--set <name=value>", "a setting of the fault; can be repeated", collect)
    .option("--next <sales>", "for this number of next sales; default: 1")
    .option("--order <id>", "for the order with this gateway order ID")
    .option("--merchant <id>", "only for this merchant")
    .option("--all", "for all sales, until the faults are cleared")
    .option("--sandbox <url>", "default: PAY_INDEX_SANDBOX_URL, or http://127.0.0.1:4400")
    .action(lazy(async () => (await import("./trigger-fault.ts")).triggerFault));
}

function addReplayCommand(program: Command, lazy: LazyAction): void {
  withOperator(withConfig(program.command("replay")))
    .description("processes the stored notifications of an attempt again: pending and quarantined ones")
    .argument("<attempt>", "the gateway order ID")
    .action(lazy(async () => (await import("./replay-attempt-notifications.ts")).replayAttemptNotifications));
}

function addReviewCommands(program: Command, lazy: LazyAction): void {
  const review = program.command("review").description("lists, resolves and retries review items");
  withConfig(review.command("list"))
    .description("lists the open review items, oldest first")
    .option("--kind <kind>", "only items of this kind, such as order-not-placed")
    .option("--reference <reference>", "only items of this order")
    .option("--limit <number>", "the highest number of items; default: 100")
    .action(lazy(async () => (await import("./review.ts")).listReviewItems));
  withOperator(withConfig(review.command("resolve")))
    .description("records what you decided about a review item; it moves no money")
    .argument("<item>", "the id of the review item")
    .requiredOption("--action <action>", "accept, dismiss or record-refund")
    .requiredOption("--note <text>", "the reason, for the timeline")
    .option("--cycle <number>", "the cycle that the charge pays, if the item does not name it")
    .option("--refund-amount <amount>", 'with record-refund: the amount, such as "5.00 USD"')
    .option("--refund-reference <id>", "with record-refund: the gateway's id of the refund")
    .action(lazy(async () => (await import("./review.ts")).resolveReviewItem));
  withOperator(withConfig(review.command("retry")))
    .description("runs the job of a review item again, such as placing the order")
    .argument("<item>", "the id of the review item")
    .action(lazy(async () => (await import("./review.ts")).retryReviewItem));
}

function addReconcileCommand(program: Command, run: RunCommand): void {
  withConfig(program.command("reconcile"))
    .description("asks the gateway about every attempt of a period; Ctrl-C stops it, --after continues it")
    .requiredOption("--from <instant>", "the start, with a time zone, such as 2026-11-24T00:00:00Z")
    .requiredOption("--to <instant>", "the end, which is not included")
    .option("--tenant <tenant>", "only this tenant; can be repeated", collect)
    .option("--after <attempt>", "continues after this gateway order ID")
    .option("--statement <file>", "compares a CSV or .xlsx file of the gateway's back office instead")
    .option(
      "--column <name=title>",
      "a column of the file, such as orderId=Bestellnummer; can be repeated",
      collect,
    )
    .option(
      "--format <name=value>",
      "encoding, currency, delimiter, decimalMark, timeZone or timeFormat",
      collect,
    )
    .option("--open-review-items", "opens a review item for each certain difference")
    .action((options: ReconcileOptions & Partial<ReconcileStatementOptions>) =>
      run(async (style) => {
        const { statement } = options;
        if (statement === undefined) return (await import("./reconcile.ts")).reconcile(options, style);
        const { reconcileStatement } = await import("./reconcile-statement.ts");
        return reconcileStatement({ ...options, statement }, style);
      }),
    );
}

const databaseHelp = "postgres://user@host:5432/name; default: DATABASE_URL, which other users cannot see";

function addDatabaseCommands(program: Command, lazy: LazyAction): void {
  program
    .command("migrate")
    .description("creates or updates the tables of pay-index in a Postgres database")
    .option("--database <address>", databaseHelp)
    .action(lazy(async () => (await import("./migrate.ts")).migrate));
  program
    .command("move")
    .description("copies all payments from a SQLite file into an empty Postgres database, and compares them")
    .requiredOption("--from <file>", "the SQLite file of the shop; stop the shop first")
    .option("--to <address>", databaseHelp)
    .action(lazy(async () => (await import("./move.ts")).moveToPostgres));
}

function addForgetCommand(program: Command, lazy: LazyAction): void {
  withConfig(program.command("forget"))
    .description("deletes everything that is stored about the payment of an order, or about old payments")
    .argument("[reference]", "the shop's own id of the order or cart")
    .option("--tenant <tenant>", "default: default; with --before: all")
    .option("--before <instant>", "every payment that is older, such as 2024-01-01T00:00:00Z")
    .option("--dry-run", "lists what would be deleted")
    .option("--yes", "deletes it")
    .action(lazy(async () => (await import("./forget.ts")).forget));
}

function withConfig(command: Command): Command {
  return command
    .option("--config <file>", "the configuration; default: pay-index.config.ts, .mts, .js or .mjs")
    .option("--open-timeout <seconds>", "how long the shop may take to open; default: 60");
}

function withOperator(command: Command): Command {
  return command
    .option("--operator <id>", "who acts: the id of the account in the shop; required")
    .option("--operator-name <name>", "the name that the timeline displays");
}

function withKey(command: Command): Command {
  return command
    .option("--key-env <name>", "the environment variable with the merchant's key; default: PAY_INDEX_KEY")
    .option("--key-file <file>", "the file with the merchant's key")
    .option("--key-stdin", "reads the merchant's key from stdin")
    .addOption(new Option("--key [value]").hideHelp());
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
