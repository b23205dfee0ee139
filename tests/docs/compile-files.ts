import { dirname, join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

/** Files that exist for one compilation only, by their path from the root of the project. */
type Files = ReadonlyMap<string, string>;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: ["node"],
  allowImportingTsExtensions: true,
  noEmit: true,
};

const parsed = new Map<string, ts.SourceFile | undefined>();

/** What a strict compiler has against the files, each with its place. Their imports resolve from where they are. */
export function compileFiles(files: Files): string[] {
  const texts = new Map([...files].map(([path, text]) => [join(repositoryRoot, path), text]));
  const folders = new Set([...texts.keys()].map((path) => dirname(path)));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getCurrentDirectory = () => repositoryRoot;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = (path) => folders.has(path) || ts.sys.directoryExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
    return parsed.get(path);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(describe);
  });
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line;
  const source = file?.text.split("\n")[line]?.trim() ?? "";
  return `${file?.fileName.slice(repositoryRoot.length)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}: ${source}`;
}
