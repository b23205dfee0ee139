/** Returns a name of the control API for people: "Wrong amount" for `wrong_amount`. */
export function wordTitle(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
}
