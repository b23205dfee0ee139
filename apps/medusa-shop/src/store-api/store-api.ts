import type { Request } from "express";

/**
 * Medusa refused a request. The type is Medusa's. The message can contain the buyer's data and is only for the buyer.
 */
export class StoreApiError extends Error {
  readonly type: string;
  readonly status: number;
  /** Medusa's message for the buyer. */
  readonly words: string;
  /** The problems by the path of their field, if the response has them. */
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

  /** Whether the buyer can correct it. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 404;
  }
}

export interface StoreApiSettings {
  readonly shopUrl: string;
  /** The publishable key, which every storefront sends. It selects the sales channel. */
  readonly publishableKey: string;
}

/** A client of Medusa's Store API for one buyer, with the buyer's browser and IP address. */
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
