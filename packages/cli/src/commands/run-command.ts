import type { CommandResult } from "../output/command-result.ts";

/** Runs the work of a command, and writes its result. */
export type RunCommand = (work: () => Promise<CommandResult>) => Promise<void>;
