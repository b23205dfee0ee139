/**
 * The permitted contents by their SHA-256: `stylesheet.ts` and the script of `waiting-page.ts`. Constants, because
 * calculating them would need an API of the platform. A test compares them.
 */
const hashes = {
  style: "sha256-vMMMaiTpzQT52o7dvE2dC9BuCjcmhQ2RF9kMKm7EyV4=",
  script: "sha256-jJSPnIur28kmVHdeIbOc53j73LI5xI+DwtcuQivGfW0=",
} as const;

/** Returns the content security policy of a page, with or without requests for the status. */
export function contentSecurityPolicy({ asks }: { readonly asks: boolean }): string {
  return [
    "default-src 'none'",
    `style-src '${hashes.style}'`,
    ...(asks ? [`script-src '${hashes.script}'`, "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
