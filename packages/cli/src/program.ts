import { Command, CommanderError, Option } from "commander";
import { type CommandError, type ExitCode, usageError } from "./command-error.ts";
import { addCommands } from "./commands/index.ts";
import type { RunCommand } from "./commands/run-command.ts";
import { type OutputStyle, writeError, writeResult } from "./output/write-result.ts";

const exitCodes = `
Exit codes: 0 fine, 1 something was found or failed, 2 the command is written wrongly.`;

/** Runs a command line, and returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  const style = { command: "", json: args.includes("--json") };
  let exitCode: ExitCode = 0;
  const run: RunCommand = async (command, work) => {
    style.command = command;
    const result = await work();
    writeResult(result, style);
    exitCode = result.exitCode;
  };
  try {
    if (args.every((each) => each === "--json")) throw missingCommand();
    await createProgram(run).parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    return toExitCode(error, style);
  }
}

function createProgram(run: RunCommand): Command {
  const program = new Command("pay-index")
    .description("Checks, explains and repairs the payments of a shop with pay-index.")
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .addHelpText("after", exitCodes);
  addCommands(program, run);
  for (const command of allCommands(program)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    if (command.commands.length > 0) continue;
    command
      .addOption(new Option("--json", "writes one JSON document to stdout"))
      .addHelpText("after", exitCodes)
      .allowExcessArguments(false);
  }
  return program;
}

function allCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...allCommands(each)]);
}

function toExitCode(error: unknown, style: OutputStyle): ExitCode {
  if (!(error instanceof CommanderError)) return writeError(error, style);
  // The help that was asked for, and the help of a group without a command.
  if (error.exitCode === 0) return 0;
  return writeError(error.code === "commander.help" ? missingCommand() : toUsageError(error), style);
}

function missingCommand(): CommandError {
  return usageError("Name a command. See pay-index --help.");
}

/** Leaves out the value of an unknown option, because it can be a key. */
function toUsageError({ message }: CommanderError): CommandError {
  const [line = ""] = message.replace(/^error: /, "").split("\n");
  return usageError(`${line.replace(/(--?[\w-]+)=[^']*/, "$1")}. See --help.`);
}
