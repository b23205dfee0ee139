import { randomUUID } from "node:crypto";
import { rolldown } from "rolldown";

/** What a package would import of the native side, module by module. */
export type NativeSide = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A package's own code, with what a test drives in the place of the native side and of nothing else. */
export async function importWithNativeSide<Module>(entry: string, native: NativeSide): Promise<Module> {
  const bundle = await rolldown({
    input: entry,
    logLevel: "silent",
    plugins: [
      {
        name: "native-side",
        resolveId: (id) => (id in native ? `\0${id}` : undefined),
        load: (id) =>
          id.startsWith("\0") && id.slice(1) in native ? replaceModule(id.slice(1), native) : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  Object.assign(globalThis, { nativeSide: native });
  // A module is run once, and each of these has a native side of its own.
  const code = `${output[0].code}//${randomUUID()}`;
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

function replaceModule(id: string, native: NativeSide): string {
  return `export const { ${Object.keys(native[id] ?? {}).join(", ")} } = globalThis.nativeSide["${id}"];`;
}
