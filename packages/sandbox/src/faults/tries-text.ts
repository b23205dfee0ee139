/** Describes how many tries of a message a fault affects, as the end of a sentence. */
export function describeTries(tries: number | undefined): string {
  if (tries === undefined) return ", in every try";
  return tries === 1 ? ", in the first try" : `, in the first ${tries} tries`;
}
