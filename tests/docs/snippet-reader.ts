/** What the reader of a page has when they copy a snippet of it. */
export interface SnippetReader {
  /** A folder from which the imports of the snippets resolve. */
  readonly folder: string;
  /** What the reader's project declares, as global declarations. */
  readonly declarations?: string;
  /** Files of the reader's own, by their path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The call whose options a snippet shows a part of, around `/* members *\/`. */
  readonly members?: string;
}
