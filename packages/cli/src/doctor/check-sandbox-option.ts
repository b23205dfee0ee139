import { findSandboxWarning, isProduction } from "@pay-index/server";
import type { ShopPluginOptions } from "../config/define-config.ts";
import type { Finding } from "./finding.ts";

/** Finds a shop that others can reach, and that still accepts the sandbox's published keys. */
export function checkSandboxOption(options: ShopPluginOptions): Finding[] {
  return findSandboxWarning(options, isProduction()).map(({ message }) => ({
    code: "sandbox_option",
    path: "sandbox",
    found: message,
    advice: "Remove the option sandbox before you take real payments.",
  }));
}
