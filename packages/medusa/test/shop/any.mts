// biome-ignore lint/suspicious/noExplicitAny: what Medusa and its routes return; the tests check what they expect of it
export type Any = any;
