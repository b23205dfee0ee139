/**
 * What may be on a page, by SHA-256: `stylesheet.ts` and the script of `waiting-page.ts`, and nothing else. Written down, because a digest
 * would need something of the platform; a test says what they must be.
 */
const hashes = {
  style: "sha256-vMMMaiTpzQT52o7dvE2dC9BuCjcmhQ2RF9kMKm7EyV4=",
  script: "sha256-jJSPnIur28kmVHdeIbOc53j73LI5xI+DwtcuQivGfW0=",
} as const;

/** The content security policy of a page that only shows, or of one that also asks for its status. */
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
