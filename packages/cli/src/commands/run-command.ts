import type { CommandResult } from "../output/command-result.ts";
import type { OutputStyle } from "../output/write-result.ts";

/** Runs the work of a command, and writes its result. */
export type RunCommand = (work: (style: OutputStyle) => Promise<CommandResult>) => Promise<void>;
