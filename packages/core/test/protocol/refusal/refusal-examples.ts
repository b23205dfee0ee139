import { readFileSync } from "node:fs";
import type { RefusalLanguage } from "../../../src/protocol/refusal/classify-refusal-text.ts";

type Examples = Record<RefusalLanguage, Record<"duplicate" | "stated" | "unclear", string[]>>;

/** Texts in each language, as gateways and their translators write them. The file has one a line, below `[language kind]`. */
export const refusalExamples = readExamples();

function readExamples(): Examples {
  const examples: Record<string, Record<string, string[]>> = {};
  let texts: string[] = [];
  for (const line of readFileSync(new URL("refusal-examples.txt", import.meta.url), "utf8").split("\n")) {
    const [, language, kind] = /^\[(\w+) (\w+)\]$/.exec(line) ?? [];
    if (language !== undefined && kind !== undefined) {
      texts = [];
      examples[language] = { ...examples[language], [kind]: texts };
    } else if (line !== "" && !line.startsWith("# ")) texts.push(line);
  }
  return examples as Examples;
}
