import { readFile } from "node:fs/promises";
import process from "node:process";
import { text } from "node:stream/consumers";
import { Secret } from "@pay-index/core/protocol";
import { CommandError, type CommandErrorCode, usageError } from "../command-error.ts";
import { registerSecretToMask } from "../output/masking.ts";

/** Where a command reads the merchant's key. */
export interface KeySource {
  readonly key?: string | boolean;
  readonly keyEnv?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
}

/** A key for signing, and as the text that the diagnosis compares. */
export interface MerchantKey {
  readonly secret: Secret;
  /** Never print it. */
  readonly text: string;
}

const defaultVariable = "PAY_INDEX_KEY";

/**
 * Reads the merchant's key from an environment variable, a file or stdin. Removes one line break at the end of a file, as editors add it.
 *
 * @throws CommandError `key_in_arguments`, `key_missing`, `input_unreadable`
 */
export async function readKey(source: KeySource): Promise<MerchantKey> {
  if (source.key !== undefined) throw keyInArguments();
  if (source.keyStdin === true && source.keyFile !== undefined)
    throw usageError("Use --key-stdin or --key-file, not both.");
  const key = await readKeyText(source);
  if (key === "")
    throw new CommandError(
      "key_missing",
      `There is no key. Set ${defaultVariable}, or use --key-file FILE or --key-stdin.`,
      2,
    );
  registerSecretToMask(key);
  return { secret: new Secret(key), text: key };
}

async function readKeyText({ keyEnv, keyFile, keyStdin }: KeySource): Promise<string> {
  if (keyStdin === true) return withoutLineBreak(await text(process.stdin));
  if (keyFile !== undefined) return withoutLineBreak(await readKeyFile(keyFile));
  if (keyEnv === undefined) return process.env[defaultVariable] ?? "";
  const key = /^[A-Z_][A-Z0-9_]*$/i.test(keyEnv) ? process.env[keyEnv] : undefined;
  if (key === undefined || key === "")
    throw keyInFlag("--key-env must name an environment variable that is set.");
  return key;
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw keyInFlag("The file of --key-file cannot be read.", "input_unreadable");
  }
}

function withoutLineBreak(found: string): string {
  return found.replace(/\r?\n$/, "");
}

/** The flags take names. Their values are not repeated, because they can be the key itself. */
function keyInFlag(message: string, code: CommandErrorCode = "key_in_arguments"): CommandError {
  return new CommandError(code, `${message} If you wrote a real key there, replace it now.`, 2);
}

function keyInArguments(): CommandError {
  return new CommandError(
    "key_in_arguments",
    `A key is not accepted as an argument: other users see the arguments of a command in the list of processes, and the shell stores them in its history. Set ${defaultVariable}, or use --key-file FILE or --key-stdin. If the key is a real one, replace it now.`,
    2,
  );
}
