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
 * Whether a link may lead there: a web address, or a path of this site. Browsers drop tabs and line ends within an address and
 * take a backslash for a slash, so none of them may be in it.
 */
export function isSafeHref(address: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))[^\s\\]*$/i.test(address);
}
