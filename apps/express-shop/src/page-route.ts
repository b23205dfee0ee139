/** What a page needs of a request. */
export interface PageRequest {
  /** The order in the path. */
  readonly order?: string | undefined;
  readonly query: unknown;
  /** The posted form. */
  readonly form: unknown;
  /** The header. */
  readonly accept: string | undefined;
  /** The request of the framework, which has the buyer's address and browser. */
  readonly request: unknown;
}

export interface PageReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A page as a framework mounts it. */
export interface PageRoute {
  readonly method: "GET" | "POST";
  /** With the parameter `:order` of some pages. */
  readonly path: string;
  answer(request: PageRequest): Promise<PageReply>;
}
