import { writeSync } from "node:fs";
import { type ErrorCode, isPayIndexError } from "@pay-index/core";
import { CommandError, type CommandErrorCode, type ExitCode } from "../command-error.ts";
import type { CommandResult } from "./command-result.ts";
import { maskedErrorText, maskLine, maskOutput } from "./masking.ts";

/** How a command writes: JSON for programs, or lines for people. */
export interface OutputStyle {
  readonly command: string;
  readonly json: boolean;
}

const stdout = 1;
const stderr = 2;

/** Writes the result of a command to stdout, masked. */
export function writeResult({ exitCode, data, lines }: CommandResult, { command, json }: OutputStyle): void {
  if (json) writeJson({ command, ok: exitCode === 0, ...data });
  else writeAll(stdout, lines.map((line) => `${maskLine(line)}\n`).join(""));
}

/** Writes an error, and returns the exit code: to stdout as JSON, otherwise to stderr. */
export function writeError(error: unknown, { command, json }: OutputStyle): ExitCode {
  const { code, message, problems, exitCode } = describeError(error);
  if (json) writeJson({ command, ok: false, error: { code, message, problems } });
  else writeNotice(`pay-index${command === "" ? "" : ` ${command}`}: ${message}`);
  return exitCode;
}

/** Writes a line to stderr that is no part of the result. */
export function writeNotice(line: string): void {
  writeAll(stderr, `${maskLine(line)}\n`);
}

interface DescribedError {
  readonly code: CommandErrorCode | ErrorCode;
  readonly message: string;
  readonly problems: readonly unknown[];
  readonly exitCode: ExitCode;
}

function describeError(error: unknown): DescribedError {
  if (error instanceof CommandError) {
    const { code, message, exitCode } = error;
    return { code, message, problems: [], exitCode };
  }
  const message = maskedErrorText(error);
  if (!isPayIndexError(error)) return { code: "failed", message, problems: [], exitCode: 1 };
  const { code, problems } = error;
  return { code, message, problems, exitCode: inputErrors.has(code) ? 2 : 1 };
}

/** The errors of core about an input. A command makes its inputs of its arguments only. */
const inputErrors: ReadonlySet<ErrorCode> = new Set(["query_invalid", "resolution_invalid"]);

function writeJson(document: unknown): void {
  writeAll(stdout, `${JSON.stringify(maskTexts(document), undefined, 2)}\n`);
}

/** Masks the texts of a document. Its numbers stay numbers. */
function maskTexts(value: unknown): unknown {
  if (typeof value === "string") return maskOutput(value);
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskTexts(each)]));
}

/** Writes to the file descriptor itself: while a shop is open, its own output to stdout goes to stderr. A pipe can be full for a moment. */
function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Nobody reads the rest, as with `| head`.
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
    }
  }
}
