#!/usr/bin/env node
import process from "node:process";
import { CommandError } from "./command-error.ts";
import { maskedErrorText } from "./output/masking.ts";
import { type OutputStyle, writeError } from "./output/write-result.ts";
import { runProgram, separateJsonFlag } from "./program.ts";

let isComplete = false;
const { args, style } = separateJsonFlag(process.argv.slice(2));
watchProcess(style);
end(await runProgram(args, style));

/** The shop of a configuration may leave a connection open. The command is over, and its output is written. */
function end(code: number): never {
  isComplete = true;
  process.exit(code);
}

/** The shop's code runs in this process, and can end or stop it. The command then fails with an error like any other. */
function watchProcess(output: OutputStyle): void {
  const fail = (error: unknown): never => end(writeError(error, output));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error) =>
      fail(
        error instanceof CommandError
          ? error
          : shopFailed(`The shop's code failed: ${maskedErrorText(error)}`),
      ),
    );
  process.on("beforeExit", () =>
    fail(
      shopFailed(
        "The shop's code waits for a promise that nothing resolves. Check the configuration, open() and close().",
      ),
    ),
  );
  process.on("exit", () => {
    if (isComplete) return;
    process.exitCode = writeError(
      shopFailed("The shop's code ended the process before the command was complete."),
      output,
    );
  });
}

function shopFailed(message: string): CommandError {
  return new CommandError("shop_failed", message);
}
