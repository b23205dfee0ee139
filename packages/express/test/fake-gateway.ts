import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type GatewayAnswer = (form: URLSearchParams, response: ServerResponse) => void | Promise<void>;

/** A gateway on a real socket that says what the test wants it to say. */
export class FakeGateway {
  readonly submissions: URLSearchParams[] = [];
  answer: GatewayAnswer = (form, response) => {
    response.end(JSON.stringify({ status: 1, url: `http://gateway.test/page/${form.get("pay_orderid")}` }));
  };
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get lastForm(): URLSearchParams {
    const form = this.submissions.at(-1);
    if (form === undefined) throw new Error("nothing was submitted");
    return form;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    this.submissions.push(form);
    await this.answer(form, response);
  }
}
