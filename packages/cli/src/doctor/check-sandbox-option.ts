import { BlockList, isIP } from "node:net";
import type { ShopPluginOptions } from "../config/define-config.ts";
import type { Finding } from "./finding.ts";

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

/** Finds a shop that others can reach, and that still accepts the sandbox's published keys. */
export function checkSandboxOption({ sandbox, publicUrl, gateway }: ShopPluginOptions): Finding[] {
  const isPublic = [publicUrl, gateway].some((address) => !isPrivateHost(new URL(address).hostname));
  if (sandbox !== true || !isPublic) return [];
  return [
    {
      code: "sandbox_option",
      path: "sandbox",
      found: "The option sandbox is true, and publicUrl or gateway is not on this machine or network.",
      advice:
        "Remove the option sandbox before you take real payments: with it, the shop accepts published keys, so anybody can sign a notification.",
    },
  ];
}

/** Whether a host is on this machine or in its network. A name without a dot is one of a container. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version !== 0) return privateNetworks.check(host, version === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || /\.(?:localhost|local|internal)$/.test(host);
}
