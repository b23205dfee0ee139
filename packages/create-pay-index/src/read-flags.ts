import { parseArgs } from "node:util";
import { type Answers, parseFolder, parseHost, parsePackageManager } from "./answers.ts";
import { CreateError } from "./create-error.ts";

export interface Flags {
  readonly answers: Partial<Answers>;
  /** Whether the defaults answer all other questions. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/**
 * Reads the arguments of the command, and checks each answer.
 *
 * @throws CreateError `flag_invalid`, `name_invalid`, `host_unknown` or `package_manager_unknown`
 */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parse(args);
  const {
    name,
    host,
    "package-manager": packageManager,
    yes = false,
    help = false,
    version = false,
  } = values;
  const folders = [...positionals, ...(name === undefined ? [] : [name])];
  if (folders.length > 1)
    throw new CreateError(
      "flag_invalid",
      `There are ${folders.length} names: ${folders.join(", ")}. Use one.`,
    );
  const [folder] = folders;
  const answers = {
    ...(folder === undefined ? {} : { folder: parseFolder(folder) }),
    ...(host === undefined ? {} : { host: parseHost(host) }),
    ...(packageManager === undefined ? {} : { packageManager: parsePackageManager(packageManager) }),
  };
  return { answers, yes, help, version };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: "string" },
        host: { type: "string" },
        "package-manager": { type: "string" },
        yes: { type: "boolean", short: "y" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    // The first sentence names the flag. The others explain how to write an argument that starts with a hyphen.
    const [reason] = String(Object(error).message).split(". ");
    throw new CreateError("flag_invalid", `${reason}. --help lists the flags.`, { cause: error });
  }
}
