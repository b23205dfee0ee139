import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

interface SourcesConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

const { compilerOptions } = JSON.parse(readFileSync(`${root}tsconfig.sources.json`, "utf8")) as SourcesConfig;

const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** The packages as aliases to their sources, so that tests need no build. In the order of `tsconfig.sources.json`. */
export const sourceAliases = Object.entries(compilerOptions.paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name.split("*").map(quote).join("([^/]+)")}$`),
  replacement: `${root}${path.replace(/^\.\//, "").replace("*", "$1")}.ts`,
}));
