import process from "node:process";
import {
  createControlClient,
  type FaultInput,
  type FaultScopeInput,
  SandboxError,
} from "@pay-index/sandbox/client";
import { listFaultDescriptions } from "@pay-index/sandbox/faults";
import { CommandError, usageError } from "../command-error.ts";
import type { CommandResult } from "../output/command-result.ts";
import { maskedErrorText } from "../output/masking.ts";

/** The options of `pay-index trigger`. */
export interface TriggerOptions {
  readonly list?: boolean;
  readonly clear?: boolean;
  readonly sandbox?: string;
  readonly set?: readonly string[];
  readonly order?: string;
  readonly merchant?: string;
  readonly next?: string;
  readonly all?: boolean;
}

const defaultSandbox = "http://127.0.0.1:4400";

/** Causes a fault in a running sandbox, lists the faults, or clears those that were set. */
export async function triggerFault(
  name: string | undefined,
  options: TriggerOptions,
): Promise<CommandResult> {
  if ((options.list === true || options.clear === true) && isContradictory(name, options))
    throw usageError("Use --list or --clear alone, or name a fault.");
  if (options.list === true) return listResult();
  const client = createControlClient(readSandboxAddress(options.sandbox));
  try {
    if (options.clear === true) {
      await client.clearFaults();
      return { exitCode: 0, data: { faults: [] }, lines: ["The sandbox has no faults now."] };
    }
    const faults = await client.setFaults(readScope(options), [readFault(name, options.set ?? [])]);
    return { exitCode: 0, data: { faults }, lines: faults.map(({ says }) => says) };
  } catch (error) {
    if (error instanceof SandboxError) throw new CommandError("sandbox_failed", describeRefusal(error));
    throw error;
  }
}

/** The sandbox quotes an id that it does not know, which can be a key. */
function describeRefusal(error: SandboxError): string {
  if (error.code === "unknown_order")
    return "The sandbox has no order with the ID of --order to which a fault can apply.";
  if (error.code === "unknown_merchant") return "The sandbox has no merchant with the ID of --merchant.";
  return `The sandbox: ${maskedErrorText(error)}.`;
}

/** @throws CommandError `usage` */
function readSandboxAddress(flag: string | undefined): string {
  const address = flag || process.env.PAY_INDEX_SANDBOX_URL || defaultSandbox;
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address;
  throw usageError(`--sandbox or PAY_INDEX_SANDBOX_URL must be an address such as ${defaultSandbox}.`);
}

function listResult(): CommandResult {
  const faults = listFaultDescriptions();
  const lines = faults.flatMap(({ kind, says, settings }) => {
    const list = settings
      .map(({ name, isRequired }) => (isRequired ? `${name} (required)` : name))
      .join(", ");
    return [`${kind}${list === "" ? "" : `: ${list}`}`, `  ${says}`];
  });
  return { exitCode: 0, data: { faults }, lines };
}

/** @throws CommandError `usage` for a name or a setting that does not exist. The sandbox checks the values. */
function readFault(name: string | undefined, pairs: readonly string[]): FaultInput {
  const fault = listFaultDescriptions().find(({ kind }) => kind === name);
  if (fault === undefined) {
    const names = listFaultDescriptions().map(({ kind }) => kind);
    // The name is not repeated: it can be a key.
    const problem = name === undefined ? "Name a fault." : "There is no fault with this name.";
    throw usageError(`${problem} The faults are ${names.join(", ")}. See pay-index trigger --list.`);
  }
  const settings = pairs.map((pair) => {
    const at = pair.indexOf("=");
    const setting = fault.settings.find((each) => each.name === pair.slice(0, at));
    if (setting === undefined) {
      const known = fault.settings.map((each) => each.name).join(", ");
      throw usageError(
        `--set takes name=value. ${fault.kind} has ${known === "" ? "no settings" : `the settings ${known}`}.`,
      );
    }
    return [setting.name, readValue(pair.slice(at + 1), setting.type)] as const;
  });
  const missing = fault.settings.find(
    (each) => each.isRequired && !settings.some(([set]) => set === each.name),
  );
  if (missing !== undefined) throw usageError(`${fault.kind} needs --set ${missing.name}=VALUE.`);
  return { kind: fault.kind, ...Object.fromEntries(settings) } as FaultInput;
}

function readValue(text: string, type: "number" | "boolean" | "text"): number | boolean | string {
  if (type === "number" && text !== "" && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** By default the next sale, which has the smallest effect. */
function readScope({ order, merchant, next, all }: TriggerOptions): FaultScopeInput {
  if ([order, next, all].filter((each) => each !== undefined).length > 1)
    throw usageError("Use only one of --next, --order and --all.");
  const merchantId = merchant === undefined ? {} : { merchantId: merchant };
  if (all === true) return merchant === undefined ? { of: "all" } : { of: "merchant", merchantId: merchant };
  if (order !== undefined) return { of: "order", orderId: order, ...merchantId };
  const sales = Number(next ?? 1);
  if (!Number.isSafeInteger(sales) || sales < 1)
    throw usageError("--next must be a whole number, at least 1.");
  return { of: "next", sales, ...merchantId };
}

/** Whether something is named that `--list` and `--clear` would ignore. */
function isContradictory(name: string | undefined, options: TriggerOptions): boolean {
  const { list, clear, set, order, merchant, next, all } = options;
  const isBoth = list === true && clear === true;
  return isBoth || [name, set, order, merchant, next, all].some((each) => each !== undefined);
}
