import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type {
  HttpRequest,
  HttpResponse,
  RequestConnection,
  ServerReply,
  ServerRequest,
} from "./http-types.ts";
import { NodeRequest, sendReply } from "./node-http.ts";
import { toWebResponse, WebRequest } from "./web-http.ts";

/** One handler in two forms. Both answer every request that they get. */
export interface RequestHandlers {
  /** Answers a request of the web standard. */
  fetch(request: Request, connection?: RequestConnection): Promise<Response>;
  /** Answers a request to a server of Node, of HTTP/1.1 or HTTP/2. */
  listener(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
    connection?: RequestConnection,
  ): Promise<void>;
}

/**
 * Makes both forms of a handler.
 *
 * @param answer returns undefined if the sender disconnected and gets no reply
 * @param mount the path at which hosts mount the handler, unless the connection names another
 */
export function createRequestHandlers(
  answer: (request: ServerRequest) => Promise<ServerReply | undefined>,
  mount: string,
): RequestHandlers {
  return {
    async fetch(incoming, connection) {
      const request = new WebRequest(incoming, { ...connection, mount: connection?.mount ?? mount });
      const reply = await answer(request);
      return reply === undefined ? new Response(null, { status: 400 }) : toWebResponse(request, reply);
    },
    async listener(incoming, response, connection) {
      // A request that a server of Node received has a URL and a method. HTTP/2 has what the routes use of HTTP/1.1.
      const received = incoming as HttpRequest;
      const request = new NodeRequest(received, { ...connection, mount: connection?.mount ?? mount });
      const reply = await answer(request);
      if (reply !== undefined) await sendReply(request, response as HttpResponse, reply);
    },
  };
}
