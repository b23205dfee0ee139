import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as ApiExtractor from "@microsoft/api-extractor";

// It is a CommonJS package whose named exports Node does not detect.
const { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } = createRequire(import.meta.url)(
  "@microsoft/api-extractor",
) as typeof ApiExtractor;

/** One entry point of a package: the declarations that its users see. */
export interface EntryPoint {
  /** The name that users import, such as `@pay-index/core/adapter`. */
  readonly name: string;
  /** The folder of the package. */
  readonly folder: string;
  /** The built file with its declarations. */
  readonly declarations: string;
}

const silent = { default: { logLevel: ExtractorLogLevel.None } };

function configOf({ folder, declarations }: EntryPoint, reportFolder: string): ApiExtractor.ExtractorConfig {
  const compilerOptions = {
    ...{ target: "es2023", lib: ["ES2023", "DOM"], module: "nodenext", moduleResolution: "nodenext" },
    ...{ strict: true, skipLibCheck: true, types: ["node"] },
  };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      newlineKind: "lf",
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: "report",
        reportFolder,
        reportTempFolder: join(reportFolder, "temp"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
}

/** Writes reports about entry points. All of them share one program of the compiler. */
export class ApiReporter {
  readonly #state: ApiExtractor.CompilerState;
  readonly #folder = mkdtempSync(join(tmpdir(), "pay-index-api-"));

  constructor(entries: readonly [EntryPoint, ...EntryPoint[]]) {
    const additionalEntryPoints = entries.map(({ declarations }) => declarations);
    this.#state = CompilerState.create(configOf(entries[0], this.#folder), { additionalEntryPoints });
  }

  /** Returns the signatures of everything that an entry point exports, and of the types that these name. */
  report(entry: EntryPoint): string {
    Extractor.invoke(configOf(entry, this.#folder), {
      compilerState: this.#state,
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true;
      },
    });
    const report = readFileSync(join(this.#folder, "report.api.md"), "utf8");
    return report
      .replace(/^ *\/\/ \(undocumented\)\n/gm, "")
      .replace(/^(\/\/ @\w+) \(undocumented\)$/gm, "$1");
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
