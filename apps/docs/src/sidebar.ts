import type { DefaultTheme } from "vitepress";
import { apiEntryPoints, apiIndexFile } from "./api-entry-points.ts";
import { apiIndexTitle } from "./api-page.ts";
import { pageAddress, readPageTitle } from "./site-pages.ts";

type Section = readonly [title: string, ...pages: string[]];

const start: readonly Section[] = [
  ["Start", "docs/start/index.md", "docs/start/express.md", "docs/start/vendure.md", "docs/start/medusa.md"],
];

const guides: readonly Section[] = [
  [
    "Sell",
    "docs/guides/link-payments.md",
    "docs/guides/subscriptions.md",
    "docs/guides/cards.md",
    "docs/guides/phone-apps.md",
    "docs/guides/medusa-nextjs.md",
    "docs/guides/several-merchants.md",
    "docs/guides/pages.md",
    "docs/guides/frameworks.md",
  ],
  [
    "Run a shop",
    "docs/guides/go-live.md",
    "docs/guides/proxies.md",
    "docs/guides/postgres.md",
    "docs/guides/traces-and-metrics.md",
    "docs/guides/backup.md",
    "docs/guides/upgrade.md",
    "docs/guides/rotate-keys.md",
  ],
  [
    "Work with the gateway",
    "docs/guides/ask-the-gateway.md",
    "docs/guides/statements.md",
    "docs/guides/refund.md",
    "docs/guides/cancel-a-subscription.md",
    "docs/guides/disputes.md",
  ],
  [
    "Solve problems",
    "docs/guides/resolve-problems.md",
    "docs/guides/debug-a-signature.md",
    "docs/guides/staff-pages.md",
    "docs/guides/alerts.md",
    "docs/guides/sandbox.md",
  ],
];

const reference: readonly Section[] = [
  [
    "Lists",
    "docs/reference/options.md",
    "docs/reference/events.md",
    "docs/reference/review-items.md",
    "docs/reference/error-codes.md",
    "docs/reference/replies.md",
    "docs/reference/recorded-messages.md",
    "docs/reference/bad-input.md",
    "docs/reference/stored-data.md",
    "docs/reference/hosts.md",
    "docs/reference/express.md",
    "docs/reference/vendure.md",
    "docs/reference/medusa.md",
    "docs/reference/support.md",
  ],
  [
    "Addresses and calls",
    "docs/reference/routes.md",
    "docs/reference/staff-api.md",
    "docs/reference/actions.md",
    "docs/reference/graphql.md",
    "docs/reference/store-api.md",
    "docs/reference/command-line.md",
  ],
  [
    "Packages",
    "packages/express/README.md",
    "packages/hono/README.md",
    "packages/next/README.md",
    "packages/fastify/README.md",
    "packages/postgres/README.md",
    "packages/sqlite/README.md",
    "packages/cli/README.md",
    "packages/create-pay-index/README.md",
    "packages/vendure/README.md",
    "packages/medusa/README.md",
    "packages/app/README.md",
    "packages/opentelemetry/README.md",
    "packages/sandbox/README.md",
    "packages/core/README.md",
    "packages/server/README.md",
    "packages/staff/README.md",
    "packages/pages/README.md",
    "packages/conformance/README.md",
  ],
  [
    "Protocol and promises",
    "docs/reference/protocol.md",
    "docs/reference/behaviours.md",
    "docs/reference/capabilities.md",
  ],
];

const explanation: readonly Section[] = [
  [
    "Explanation",
    "docs/explanation/payment-state.md",
    "docs/explanation/simulation.md",
    "docs/explanation/what-can-go-wrong.md",
    "SECURITY.md",
    "docs/explanation/threat-model.md",
    "docs/explanation/glossary.md",
  ],
];

const chinese: readonly Section[] = [
  [
    "开始",
    "docs/zh/index.md",
    "docs/zh/start/express.md",
    "docs/zh/start/vendure.md",
    "docs/zh/start/medusa.md",
  ],
  ["员工", "docs/zh/guides/staff-pages.md"],
];

const english = [...start, ...guides, ...reference, ...explanation];

/** All pages in the order of the sidebar, by section. `llms.txt` has the same order. */
export const englishSections: readonly Section[] = english;

const sidebarOf = (sections: readonly Section[]): DefaultTheme.SidebarItem[] =>
  sections.map(([text, ...pages]) => ({
    text,
    items: pages.map((page) => ({ text: readPageTitle(page), link: pageAddress(page) })),
  }));

/** The pages of the exports. The other pages of the reference link to their list only, because they are many. */
const apiList: DefaultTheme.SidebarItem = { text: apiIndexTitle, link: pageAddress(apiIndexFile) };
const api: DefaultTheme.SidebarItem = {
  ...apiList,
  items: apiEntryPoints.map(({ name, page }) => ({ text: name, link: pageAddress(page) })),
};

/** The sidebar of each part of the site. */
export const sidebar: DefaultTheme.SidebarMulti = {
  "/": [...sidebarOf(start), ...sidebarOf(guides)],
  "/start/": [...sidebarOf(start), ...sidebarOf(guides)],
  "/guides/": [...sidebarOf(start), ...sidebarOf(guides)],
  "/reference/": [...sidebarOf(reference), apiList],
  "/reference/api/": [api],
  "/explanation/": sidebarOf(explanation),
};

export const chineseSidebar: DefaultTheme.SidebarMulti = { "/zh/": sidebarOf(chinese) };

/** Every page that a sidebar links to, as a path from the root of the repository. */
export const allSidebarPages: readonly string[] = [...english, ...chinese].flatMap(([, ...pages]) => pages);
