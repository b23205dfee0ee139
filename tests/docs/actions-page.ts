import { functionActions, routeActions } from "../../packages/express/test/actions.ts";
import { medusaActions, medusaOwnActions } from "../../packages/medusa/test/actions.mts";
import { buyerActions, staffActions, vendureOwnActions } from "../../packages/vendure/test/actions.mts";
import { wrapMarkdown } from "./wrap-markdown.ts";

interface Action {
  readonly action: string;
  readonly caller: string;
  /** Undefined where the host has no rights. */
  readonly rights?: readonly string[];
  readonly origin: string;
  readonly tenant: string;
  readonly limit: string;
}

const intro = [
  "This page lists every route, mutation and function that changes something, and how it is guarded. A test writes this " +
    "page from the tables that the tests of each host use. These tests fail if an action is missing in its table, or if " +
    "a caller without one of the rights is not refused.",
  "*Rights* are those of the shop system. The caller needs all of them. On Medusa, rights are policies, and Medusa checks " +
    "them only with its feature flag `rbac`. *Origin* says which pages may send the request. A refused request changes " +
    "nothing. View, resolve, refund and cancel are separate rights. Whoever refunds also needs the shop system's own right " +
    "to refund.",
];

/** Returns docs/reference/actions.md. */
export function renderActionsPage(): string {
  const sections = [
    section("Routes of every host, below `publicUrl`", routeActions),
    section("Express: functions of `pay`", functionActions),
    section("Vendure: staff API", [...staffActions, ...vendureOwnActions]),
    section("Vendure: Shop API", buyerActions),
    section("Medusa: routes of the plugin", medusaActions),
    section("Medusa: its own routes in which the plugin acts", medusaOwnActions),
  ];
  return `# Actions\n\n${intro.map((text) => wrapMarkdown(text)).join("\n\n")}\n\n${sections.join("\n")}`;
}

function section(title: string, actions: readonly Action[]): string {
  return `## ${title}\n\n${actions.map(entry).join("\n")}\n`;
}

function entry({ action, caller, rights, origin, tenant, limit }: Action): string {
  const named = rights?.map((right) => `\`${right}\``).join(", ") || "none";
  const facts = [
    `Caller: ${caller}.`,
    ...(rights === undefined ? [] : [`Rights: ${named}.`]),
    `Origin: ${origin}.`,
    `Tenant: ${tenant}.`,
    `Limit: ${limit}.`,
  ];
  return wrapMarkdown(`\`${action}\`: ${facts.join(" ")}`, "- ");
}
