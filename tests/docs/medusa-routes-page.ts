import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";
import { wrapMarkdown } from "./wrap-markdown.ts";

const folder = "packages/medusa/src/api";

interface MedusaRoute {
  readonly path: string;
  readonly method: string;
  readonly text: string;
}

const intro = wrapMarkdown(
  "This page lists the routes that `@pay-index/medusa` adds to Medusa's Store API and Admin API. A test writes this " +
    "page from the code. [Medusa](medusa.md) explains the requests of a storefront. Routes of the Store API " +
    "need the header `x-publishable-api-key`, as Medusa's own.",
);

/** Returns docs/reference/store-api.md. */
export function renderMedusaRoutesPage(files: readonly string[]): string {
  const routes = files.flatMap(readRoutes);
  const section = (title: string, start: string) => {
    const own = routes.filter(({ path }) => path.startsWith(start));
    return `## ${title}\n\n${own.map(({ method, path, text }) => wrapMarkdown(`\`${method} ${path}\`: ${text}`, "- ")).join("\n")}\n`;
  };
  return `# Routes of Medusa\n\n${intro}\n\n${section("Store API", "/store/")}\n${section("Admin API", "/admin/")}`;
}

/** Returns the routes of a file, whose path is that of the route, with their docstrings. */
export function readRoutes(file: string): MedusaRoute[] {
  const source = readFileSync(join(repositoryRoot, file), "utf8");
  const path = `/${dirname(file).slice(folder.length + 1)}`.replace(/\[(\w+)\]/g, ":$1");
  return ts
    .createSourceFile(file, source, ts.ScriptTarget.ES2023, true)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => {
      const method = statement.declarationList.declarations[0]?.name.getText() ?? "";
      const isRoute = /^(?:GET|POST|PUT|DELETE)$/.test(method);
      return isRoute ? [{ path, method, text: docstringOf(statement) }] : [];
    });
}

function docstringOf(statement: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(statement);
  return String(doc?.comment ?? "").replace(/\s+/g, " ");
}
