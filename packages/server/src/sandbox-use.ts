import { BlockList, isIP } from "node:net";
import type { Problem, SetupWarning } from "@pay-index/core";
import type { GatewayOptions } from "@pay-index/core/adapter";

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  privateNetworks.addSubnet(network, prefix, "ipv6");

/** Refuses a shop in production that would sell for play money, unless an option says that it may. */
export function findSandboxProblems(
  { sandbox, sandboxInProduction }: GatewayOptions,
  isProduction: boolean,
): Problem[] {
  if (!isProduction || sandbox !== true || sandboxInProduction === true) return [];
  const message =
    "must not be true with NODE_ENV=production, because no money moves: set the gateway, merchant and key of your provider and remove sandbox. Only for a public test shop, set sandboxInProduction: true";
  return [{ path: "sandbox", message }];
}

/** Finds a shop that others can reach, and that still accepts the sandbox's published keys. */
export function findSandboxWarning(
  { sandbox, publicUrl, gateway }: Pick<GatewayOptions, "sandbox" | "publicUrl" | "gateway">,
  isProduction: boolean,
): SetupWarning[] {
  const isPublic = [publicUrl, gateway].some(
    (address) => URL.canParse(address) && !isPrivateHost(new URL(address).hostname),
  );
  if (sandbox !== true || !(isProduction || isPublic)) return [];
  const reason = isPublic
    ? "publicUrl or gateway is not on this machine or network"
    : "NODE_ENV is production";
  const message = `The option sandbox is true, and ${reason}. No money moves, and anybody can sign a notification with a published key.`;
  return [{ code: "sandbox_option", message }];
}

/** Whether a host is on this machine or in its network. A name without a dot is one of a container. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version !== 0) return privateNetworks.check(host, version === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || /\.(?:localhost|local|internal)$/.test(host);
}
