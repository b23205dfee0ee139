import { resolve } from "node:path";
import ts from "typescript";

/** The types of our packages that users do not name. */
export interface UnnamedTypes {
  /** Only other types name their parts: `Gateway` in `PayIndex`. */
  readonly walked: readonly string[];
  /** Users pass them on, or never see them. What only they name is not needed either. */
  readonly ignored: readonly string[];
}

/** Finds the types that the declarations of an entry point name, and that it does not export. */
export class NamedTypes {
  readonly #packages: string;
  readonly #unnamed: UnnamedTypes;
  readonly #checker: ts.TypeChecker;
  readonly #exported: ReadonlySet<ts.Symbol>;
  readonly #missing = new Set<string>();
  readonly #seen = new Set<ts.Symbol>();

  /**
   * @param declarations the built file of the entry point with its declarations
   * @param packages the folder of our packages: types of other packages are not walked
   */
  constructor(declarations: string, packages: string, unnamed: UnnamedTypes) {
    this.#packages = packages;
    this.#unnamed = unnamed;
    const program = ts.createProgram([declarations], {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      skipLibCheck: true,
      types: ["node"],
    });
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(declarations);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${declarations} is no module. Build the packages first.`);
    this.#exported = new Set(this.#checker.getExportsOfModule(module).map((each) => this.#resolve(each)));
  }

  /** Returns the names of the types that users meet and cannot import, sorted. */
  missing(): string[] {
    for (const symbol of this.#exported) this.#walk(symbol);
    return [...this.#missing].filter((name) => !this.#unnamed.walked.includes(name)).sort();
  }

  #walk(symbol: ts.Symbol): void {
    if (this.#seen.has(symbol)) return;
    this.#seen.add(symbol);
    for (const declaration of symbol.declarations ?? []) this.#visit(declaration);
  }

  #visit(node: ts.Node): void {
    if (isPrivate(node)) return;
    if (ts.isTypeReferenceNode(node)) this.#reference(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) this.#reference(node.expression);
    node.forEachChild((child) => this.#visit(child));
  }

  #reference(name: ts.Node): void {
    const found = this.#checker.getSymbolAtLocation(name);
    const symbol = found && this.#resolve(found);
    if (symbol === undefined || !this.#isOurs(symbol) || this.#unnamed.ignored.includes(symbol.name)) return;
    if (!this.#exported.has(symbol)) this.#missing.add(symbol.name);
    this.#walk(symbol);
  }

  #isOurs(symbol: ts.Symbol): boolean {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || ts.isTypeParameterDeclaration(declaration)) return false;
    const file = resolve(declaration.getSourceFile().fileName);
    return file.startsWith(this.#packages) && !file.includes("node_modules");
  }

  #resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }
}

function isPrivate(node: ts.Node): boolean {
  if (!ts.canHaveModifiers(node)) return false;
  return (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}
