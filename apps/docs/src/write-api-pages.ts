/** Writes a page for each entry point of the packages, from the sources and their docstrings. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application, type TypeDocOptions } from "typedoc";
import { type MarkdownApplication, MarkdownPageEvent, type PluginOptions } from "typedoc-plugin-markdown";
import { type ApiEntryPoint, apiEntryPoints, apiFolder, apiIndexFile } from "./api-entry-points.ts";
import { renderApiIndexPage, renderApiPage } from "./api-page.ts";
import { repositoryRoot } from "./site-facts.ts";
import { tidyReflections } from "./tidy-reflections.ts";

const folder = join(repositoryRoot, apiFolder);
const fileOf = ({ source }: ApiEntryPoint) => join(repositoryRoot, source);

/** The first page with an export describes it, and the others link to it. So core, whose exports the others pass on, comes first. */
const coreFirst = apiEntryPoints.toSorted(
  (a, b) => Number(b.slug.startsWith("core")) - Number(a.slug.startsWith("core")),
);

const options: Partial<TypeDocOptions & PluginOptions> = {
  entryPoints: coreFirst.map(fileOf),
  tsconfig: join(repositoryRoot, "apps/docs/tsconfig.api.json"),
  // The packages find each other's sources, so that no build is needed.
  compilerOptions: {
    paths: Object.fromEntries(apiEntryPoints.map((entry) => [entry.name, [fileOf(entry)]])),
  },
  plugin: ["typedoc-plugin-markdown"],
  out: folder,
  readme: "none",
  router: "module",
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  // Such as what a class inherits from Node.
  excludeExternals: true,
  groupOrder: ["Functions", "Classes", "Interfaces", "Type Aliases", "Variables"],
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  parametersFormat: "table",
  typeDeclarationFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  classPropertiesFormat: "table",
  // The types are checked by `pnpm types`, with the compiler options of each package.
  skipErrorChecking: true,
  logLevel: "Error",
};
const app = (await Application.bootstrapWithPlugins(options)) as MarkdownApplication;

const entryOf = new Map(apiEntryPoints.map((entry) => [fileOf(entry), entry]));
const entryPoints = app.getEntryPoints() ?? [];
for (const point of entryPoints) {
  const entry = entryOf.get(point.sourceFile.fileName);
  if (entry !== undefined) point.displayName = entry.slug;
}
if (entryPoints.length < apiEntryPoints.length)
  throw new Error(`Only ${entryPoints.length} of ${apiEntryPoints.length} entry points were found.`);

app.renderer.on(MarkdownPageEvent.END, (page: MarkdownPageEvent) => {
  const entry = apiEntryPoints.find(({ slug }) => page.url === `${slug}.md`);
  if (entry !== undefined) page.contents = renderApiPage(entry, page.contents ?? "");
});
rmSync(folder, { recursive: true, force: true });
const project = app.converter.convert(entryPoints);
tidyReflections(project);
await app.generateOutputs(project);
// The pages of the site have an index of their own.
rmSync(join(folder, "README.md"));
writeFileSync(join(repositoryRoot, apiIndexFile), renderApiIndexPage(apiEntryPoints));
if (app.logger.hasErrors()) process.exitCode = 1;
