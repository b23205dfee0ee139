import { Command, CommanderError, Option } from "commander";
import { type CommandError, type ExitCode, usageError } from "./command-error.ts";
import { addCommands } from "./commands/index.ts";
import type { RunCommand } from "./commands/run-command.ts";
import { type OutputStyle, writeError, writeResult } from "./output/write-result.ts";
import { readOwnManifest } from "./own-manifest.ts";

const exitCodes = `
Exit codes: 0 fine, 1 something was found or failed, 2 the command is written wrongly.`;

/** The arguments, with `--json` behind the command, and how the command writes. */
export interface ReadArguments {
  readonly args: readonly string[];
  readonly style: OutputStyle;
}

/** Accepts `--json` before and after the command. */
export function readArguments(given: readonly string[]): ReadArguments {
  const end = given.includes("--") ? given.indexOf("--") : given.length;
  const flags = given.slice(0, end).filter((each) => each !== "--json");
  const json = flags.length < end;
  const args = [...flags, ...(json ? ["--json"] : []), ...given.slice(end)];
  return { args, style: { command: commandName(args), json } };
}

/** Runs a command line, and returns the exit code. */
export async function runProgram(args: readonly string[], style: OutputStyle): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const run: RunCommand = async (work) => {
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
    .version(readOwnManifest().version);
  addCommands(program, run);
  for (const command of [program, ...allCommands(program)]) {
    command
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      // Otherwise a group takes the flag of its commands.
      .enablePositionalOptions()
      .addOption(new Option("--json", "writes one JSON document to stdout"))
      .addHelpText("after", exitCodes)
      .allowExcessArguments(false);
  }
  return program;
}

function allCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...allCommands(each)]);
}

/** Returns the name of the command, such as `review list`, also for arguments that are wrong. */
function commandName(args: readonly string[]): string {
  const names: string[] = [];
  let command: Command | undefined = createProgram(async () => undefined);
  for (const arg of args) {
    command = command.commands.find((each) => each.name() === arg);
    if (command === undefined) break;
    names.push(arg);
  }
  return names.join(" ");
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

/** Repeats no argument: it can be a key, or an address with a password. */
function toUsageError({ code, message }: CommanderError): CommandError {
  if (code === "commander.unknownCommand")
    return usageError("There is no such command. See pay-index --help.");
  if (code === "commander.unknownOption") {
    const [, name = ""] = /'(--[a-z][a-z-]*|-[a-z])/.exec(message) ?? [];
    return usageError(`There is no such option${name === "" ? "" : `: ${name}`}. See --help.`);
  }
  const [line = ""] = message.replace(/^error: /, "").split("\n");
  return usageError(`${line.replace(/\.+$/, "")}. See --help.`);
}
