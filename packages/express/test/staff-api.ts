import type { TestShop } from "./test-shop.ts";

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any answer
  readonly body: any;
}

/** The staff API of a shop. A text is sent as it is, anything else as JSON. */
export class StaffApi {
  shop!: TestShop;

  async get(path: string): Promise<Answer> {
    const { status, body } = await this.shop.send(`/staff/api/${path}`);
    return { status, body: JSON.parse(body) };
  }

  async post(path: string, sent: unknown): Promise<Answer> {
    const text = typeof sent === "string" ? sent : JSON.stringify(sent);
    const headers = { "content-type": "application/json" };
    const { status, body } = await this.shop.send(`/staff/api/${path}`, { body: text, headers });
    return { status, body: JSON.parse(body) };
  }
}
