import { compileFiles } from "./compile-files.ts";
import { type Snippet, snippetFile } from "./markdown-snippets.ts";
import type { SnippetReader } from "./snippet-reader.ts";

/** What a strict compiler has against the snippets of a page, with what its reader has. */
export function compileSnippets(reader: SnippetReader, snippets: readonly Snippet[]): string[] {
  const own = { ...reader.files, [`${reader.folder}/reader.d.ts`]: reader.declarations ?? "" };
  const files = new Map(Object.entries(own));
  for (const snippet of snippets)
    files.set(
      `${reader.folder}/line-${snippet.line}.${snippet.kind}`,
      snippetFile(snippet, reader.members ?? ""),
    );
  return compileFiles(files);
}
