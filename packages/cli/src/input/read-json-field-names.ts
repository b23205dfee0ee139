/** The parts of a JSON text that show where its fields are. */
const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Returns the names of the fields of a JSON object, also repeated ones, which `JSON.parse` leaves out. The text must be valid. */
export function readJsonFieldNames(text: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let before = "";
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (token === ":" && depth === 1) names.push(JSON.parse(before));
    before = token;
  }
  return names;
}
