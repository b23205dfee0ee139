import type { Readable, Writable } from "node:stream";
import { type Answers, defaultAnswers, findRunningPackageManager, packageManagers } from "./answers.ts";
import { askMissingAnswers } from "./ask-missing-answers.ts";
import { CreateError } from "./create-error.ts";
import { createProject, requireFreeFolder } from "./create-project.ts";
import { requireNode } from "./node-version.ts";
import { type Flags, readFlags } from "./read-flags.ts";
import { helpText, nextStepsText } from "./texts.ts";

export interface CommandContext {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly nodeVersion: string;
  readonly version: string;
}

/** Runs the command, and writes the project last. @throws CreateError before anything is written */
export async function runCommand(context: CommandContext): Promise<void> {
  const { args, output, nodeVersion, version } = context;
  const flags = readFlags(args);
  if (flags.help || flags.version) {
    output.write(flags.help ? helpText : `${version}\n`);
    return;
  }
  requireNode(nodeVersion);
  if (flags.answers.folder !== undefined) await requireFreeFolder(flags.answers.folder);
  const answers = await findAnswers(flags, context);
  output.write(nextStepsText(answers, await createProject(answers)));
  const manager = findRunningPackageManager(context.env) ?? answers.packageManager;
  if (flags.answers.packageManager === undefined && !packageManagers.some((known) => known === manager))
    output.write(`\nThe project is for ${answers.packageManager}: this command does not know ${manager}.\n`);
}

async function findAnswers(flags: Flags, { env, input, output }: CommandContext): Promise<Answers> {
  const defaults = defaultAnswers(env);
  if (flags.yes) return { ...defaults, ...flags.answers };
  const { folder, host, packageManager } = flags.answers;
  if (folder !== undefined && host !== undefined && packageManager !== undefined)
    return { folder, host, packageManager };
  if (input.isTTY && output.isTTY) return askMissingAnswers(flags.answers, defaults, { input, output });
  const missing = [
    ...(folder === undefined ? ["--name"] : []),
    ...(host === undefined ? ["--host"] : []),
    ...(packageManager === undefined ? ["--package-manager"] : []),
  ];
  const message = `No terminal can be asked for ${missing.join(", ")}. Add the flags, or add --yes for the defaults.`;
  throw new CreateError("answer_missing", message);
}
