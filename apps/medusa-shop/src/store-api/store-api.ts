import type { Request } from "express";

/** Medusa did not do what was asked. The type is Medusa's; its message may quote the buyer and is for them alone. */
export class StoreApiError extends Error {
  readonly type: string;
  readonly status: number;
  /** What Medusa said, for the buyer. */
  readonly words: string;
  /** By the path of a field, what is wrong, where the answer says it. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, answer: Partial<Record<"type" | "message" | "problems", unknown>>) {
    const { type, message, problems } = answer;
    super(`The Store API answered ${status}.`);
    this.name = "StoreApiError";
    this.status = status;
    this.type = String(type ?? "");
    this.words = String(message ?? "");
    this.problems = Array.isArray(problems) ? problems : [];
  }

  /** Whether the buyer can do something about it. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 404;
  }
}

export interface StoreApiSettings {
  readonly shopUrl: string;
  /** What every storefront sends, and what says which sales channel it sells in. */
  readonly publishableKey: string;
}

/** Medusa's Store API, asked in the name of one buyer: with their browser and address. */
export class StoreApi {
  readonly #shopUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ shopUrl, publishableKey }: StoreApiSettings, { headers, ip }: Request) {
    this.#shopUrl = shopUrl;
    this.#headers = {
      accept: "application/json",
      "x-publishable-api-key": publishableKey,
      "user-agent": headers["user-agent"] ?? "",
      "x-forwarded-for": ip ?? "",
    };
  }

  /** @throws StoreApiError */
  get<Data>(path: string): Promise<Data> {
    return this.#ask(path, { headers: this.#headers });
  }

  /** @throws StoreApiError */
  post<Data>(path: string, body: unknown = {}): Promise<Data> {
    const headers = { ...this.#headers, "content-type": "application/json" };
    return this.#ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** @throws StoreApiError */
  delete<Data>(path: string): Promise<Data> {
    return this.#ask(path, { method: "DELETE", headers: this.#headers });
  }

  async #ask<Data>(path: string, request: RequestInit): Promise<Data> {
    const response = await fetch(new URL(path, this.#shopUrl), request);
    const answer: unknown = await response.json();
    if (!response.ok) throw new StoreApiError(response.status, Object(answer));
    return answer as Data;
  }
}
