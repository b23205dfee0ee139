/** Events of a native side. */
export class Emitter {
  readonly #listeners = new Map<string, Set<(event: unknown) => void>>();

  add(name: string, listener: (event: never) => void): () => void {
    const those = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, those.add(listener as (event: unknown) => void));
    return () => those.delete(listener as (event: unknown) => void);
  }

  emit(name: string, event?: unknown): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(event);
  }

  get count(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }
}
