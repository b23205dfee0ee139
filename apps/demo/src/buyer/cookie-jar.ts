/** The cookies of one buyer, by host. They live as long as the demo, so expiry is ignored. */
export class CookieJar {
  readonly #jar = new Map<string, Map<string, string>>();

  keep({ hostname }: URL, lines: readonly string[]): void {
    const kept = this.#jar.get(hostname) ?? new Map<string, string>();
    this.#jar.set(hostname, kept);
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      if (split > 0) kept.set(pair.slice(0, split).trim(), pair.slice(split + 1).trim());
    }
  }

  headerFor({ hostname }: URL): { cookie?: string } {
    const kept = [...(this.#jar.get(hostname) ?? [])];
    return kept.length === 0 ? {} : { cookie: kept.map(([name, value]) => `${name}=${value}`).join("; ") };
  }
}
