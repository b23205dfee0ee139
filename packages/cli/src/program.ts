import { Command, CommanderError, Option } from "commander";
import { type CommandError, type ExitCode, usageError } from "./command-error.ts";
import { addCommands } from "./commands/index.ts";
import type { RunCommand } from "./commands/run-command.ts";
import type { CommandResult } from "./output/command-result.ts";
import { type OutputStyle, writeError, writeResult } from "./output/write-result.ts";
import { readOwnManifest } from "./own-manifest.ts";

const exitCodes = `
Exit codes: 0 fine, 1 something was found or failed, 2 the command is written wrongly.`;

/** The arguments without `--json`, and how the command writes. */
export interface ArgumentsAndStyle {
  readonly args: readonly string[];
  readonly style: OutputStyle;
}

/** Accepts `--json` at any place. It is removed, so that no option before it takes it as its value. */
export function separateJsonFlag(given: readonly string[]): ArgumentsAndStyle {
  const end = given.includes("--") ? given.indexOf("--") : given.length;
  const flags = given.slice(0, end).filter((each) => each !== "--json");
  const args = [...flags, ...given.slice(end)];
  return { args, style: { command: commandName(args), json: flags.length < end } };
}

/** Runs a command line, and returns the exit code. */
export async function runProgram(args: readonly string[], style: OutputStyle): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  let helpText = "";
  const run: RunCommand = async (work) => {
    const result = await work(style);
    writeResult(result, style);
    exitCode = result.exitCode;
  };
  const collectText = (text: string) => {
    helpText += text;
  };
  try {
    if (args.length === 0) throw missingCommand(style);
    await createProgram(run, collectText).parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return writeError(error, style);
    if (error.exitCode !== 0) return writeError(toUsageError(error, style), style);
    writeResult(toTextResult(error, helpText.trimEnd()), style);
    return 0;
  }
}

/** The result of `--version`, or the help that was asked for. */
function toTextResult({ code }: CommanderError, text: string): CommandResult {
  const data = code === "commander.version" ? { version: text } : { help: text };
  return { exitCode: 0, data, lines: text.split("\n") };
}

/**
 * Returns the command line. Each command passes its work to `run`. `collectText` receives the text of the help and the
 * version.
 */
export function createProgram(run: RunCommand, collectText: (text: string) => void): Command {
  const program = new Command("pay-index")
    .description("Checks, explains and repairs the payments of a shop with pay-index.")
    .version(readOwnManifest().version);
  addCommands(program, run);
  for (const command of [program, ...allCommands(program)]) {
    command
      .exitOverride()
      .configureOutput({ writeOut: collectText, writeErr: () => undefined })
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
  let command: Command | undefined = createProgram(
    async () => undefined,
    () => undefined,
  );
  for (const arg of args) {
    command = command.commands.find((each) => each.name() === arg);
    if (command === undefined) break;
    names.push(arg);
  }
  return names.join(" ");
}

function missingCommand(style: OutputStyle): CommandError {
  return usageError(`Name a command. See ${helpCommand(style)}.`);
}

/** The command whose help has what is missing, such as `pay-index review --help`. */
function helpCommand({ command }: OutputStyle): string {
  return `pay-index${command === "" ? "" : ` ${command}`} --help`;
}

/** Repeats no argument: it can be a key, or an address with a password. */
function toUsageError({ code, message }: CommanderError, style: OutputStyle): CommandError {
  if (code === "commander.help") return missingCommand(style);
  if (code === "commander.unknownCommand")
    return usageError(`There is no such command. See ${helpCommand(style)}.`);
  if (code === "commander.unknownOption") {
    const [, name = ""] = /'(--[a-z][a-z-]*|-[a-z])/.exec(message) ?? [];
    return usageError(`There is no such option${name === "" ? "" : `: ${name}`}. See --help.`);
  }
  const [line = ""] = message.replace(/^error: /, "").split("\n");
  return usageError(`${line.replace(/\.+$/, "")}. See --help.`);
}
