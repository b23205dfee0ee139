const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/**
 * Whether a link can have this address: a web address, or a path of this site. Browsers remove tabs and line ends from
 * an address, and treat a backslash as a slash, so none of them is permitted.
 */
export function isSafeHref(address: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))[^\s\\]*$/i.test(address);
}
