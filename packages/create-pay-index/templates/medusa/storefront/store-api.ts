import type { Request } from "express";

const { MEDUSA_URL = "", PUBLISHABLE_KEY = "" } = process.env;

/** Medusa refused a request. The message is for the buyer. */
export class StoreApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Medusa's Store API for one buyer. */
export class StoreApi {
  readonly #headers: Record<string, string> = { "x-publishable-api-key": PUBLISHABLE_KEY };

  /** The gateway needs the buyer's IP address and browser, so they are passed on. */
  constructor(request?: Request) {
    if (request === undefined) return;
    this.#headers["x-forwarded-for"] = request.ip ?? "";
    this.#headers["user-agent"] = request.get("user-agent") ?? "";
  }

  get<Data>(path: string): Promise<Data> {
    return this.#ask(path, { headers: this.#headers });
  }

  post<Data>(path: string, body: unknown): Promise<Data> {
    const headers = { ...this.#headers, "content-type": "application/json" };
    return this.#ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async #ask<Data>(path: string, request: RequestInit): Promise<Data> {
    const response = await fetch(new URL(path, MEDUSA_URL), request);
    const answer = await response.json();
    if (!response.ok) throw new StoreApiError(response.status, String(answer.message));
    return answer as Data;
  }
}
