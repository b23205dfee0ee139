import { findSandboxWarning, isProduction } from "@pay-index/server";
import type { ShopPluginOptions } from "../config/define-config.ts";
import { type Finding, finding } from "./finding.ts";

/** Finds a shop that others can reach, and that still accepts the sandbox's published keys. */
export function checkSandboxOption(options: ShopPluginOptions): Finding[] {
  return findSandboxWarning(options, isProduction()).map(({ message }) =>
    finding("sandbox_option", message, { path: "sandbox" }),
  );
}
