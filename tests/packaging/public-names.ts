import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "./pack-tarballs.ts";

/** A built package as the compiler of a shop sees it. */
export class PackageDeclarations {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  constructor(files: readonly string[]) {
    this.#program = ts.createProgram(
      files.map((file) => join(repositoryRoot, file)),
      {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        strict: true,
        skipLibCheck: true,
        types: ["node"],
        noEmit: true,
      },
    );
    this.#checker = this.#program.getTypeChecker();
  }

  /** What a file exports: names that exist when it runs, and names that only the compiler knows. */
  names(file: string): { values: string[]; types: string[] } {
    const symbols = this.#exports(file).map((symbol) => ({
      name: symbol.name,
      isValue: (this.#target(symbol).flags & ts.SymbolFlags.Value) !== 0,
    }));
    const pick = (values: boolean) =>
      symbols
        .filter(({ isValue }) => isValue === values)
        .map(({ name }) => name)
        .sort();
    return { values: pick(true), types: pick(false) };
  }

  /** The texts that a union of literals consists of. With `property`: those that this property of its members can be. */
  literals(file: string, type: string, property?: string): string[] {
    const declared = this.#type(file, type);
    const looked = property === undefined ? declared : this.#typeOf(declared, property);
    return members(looked)
      .filter((each) => each.isStringLiteral())
      .map((each) => each.value)
      .sort();
  }

  /** The names of an object type's properties; with `within`, of the elements of that property. */
  properties(file: string, type: string, within?: string): string[] {
    const declared = this.#type(file, type);
    const inner = within === undefined ? declared : this.#elementsOf(this.#typeOf(declared, within));
    return inner
      .getProperties()
      .map((property) => property.name)
      .sort();
  }

  #exports(file: string): readonly ts.Symbol[] {
    const source = this.#program.getSourceFile(join(repositoryRoot, file));
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module: run pnpm build first`);
    return this.#checker.getExportsOfModule(module);
  }

  #target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #type(file: string, name: string): ts.Type {
    const symbol = this.#exports(file).find((each) => each.name === name);
    if (symbol === undefined) throw new Error(`${file} exports no ${name}`);
    return this.#checker.getDeclaredTypeOfSymbol(this.#target(symbol));
  }

  #typeOf(type: ts.Type, property: string): ts.Type {
    const symbol = this.#checker.getPropertyOfType(type, property);
    if (symbol === undefined) throw new Error(`there is no property ${property}`);
    return this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(symbol));
  }

  #elementsOf(type: ts.Type): ts.Type {
    // The list of an option can have an alternative, such as a function that returns it.
    const [element] = members(type).flatMap(
      (each) => this.#checker.getIndexTypeOfType(each, ts.IndexKind.Number) ?? [],
    );
    if (element === undefined) throw new Error("it has no elements");
    return element;
  }
}

function members(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
