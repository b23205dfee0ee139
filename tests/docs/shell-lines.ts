/** One command of a shell, as words: without quotes, comments, pipes and redirections. */
export type ShellWords = readonly string[];

/** Returns the commands of a block of shell code. A word in quotes, or with a variable, is one word. */
export function findShellCommands(code: string): ShellWords[] {
  const commands: string[][] = [];
  for (const line of code.replace(/\\\n\s*/g, " ").split("\n")) {
    let words: string[] = [];
    for (const [word] of line.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[|;&]+|[<>]+|[^\s|;&<>"']+/g)) {
      if (word.startsWith("#")) break;
      if (/^(?:[|;&]+|[<>]+)$/.test(word)) {
        commands.push(words);
        words = [];
      } else words.push(word.replace(/^["']|["']$/g, ""));
    }
    commands.push(words);
  }
  return commands.map(withoutVariables).filter((words) => words.length > 0);
}

/** Without variables that are set for the command only, such as `PUBLISHABLE_KEY=pk_…`. */
function withoutVariables(words: string[]): ShellWords {
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return first === -1 ? [] : words.slice(first);
}
