import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** One form to post to a shop. */
export interface FormToPost {
  readonly url: string;
  readonly body: string;
}

/** Sends all forms, each on its own connection, with the last byte of all at the same moment. Returns status and text of the answers. */
export async function postFormsTogether(shots: readonly FormToPost[]): Promise<string[]> {
  const aimed = await Promise.all(shots.map(openPost));
  for (const { socket, body } of aimed) socket.write(body.slice(-1));
  return Promise.all(aimed.map(({ answer }) => answer));
}

async function openPost({ url, body }: FormToPost) {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  const answer = readAnswer(socket);
  await once(socket, "connect");
  const head = [
    // A server sends no chunks to this version.
    `POST ${pathname} HTTP/1.0`,
    `host: ${host}`,
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  // A form is ASCII: its last character is its last byte.
  await new Promise((written) => socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`, written));
  return { socket, body, answer };
}

async function readAnswer(socket: Socket): Promise<string> {
  const [head = "", ...words] = (await text(socket)).split("\r\n\r\n");
  return `${head.split(" ")[1]} ${words.join()}`;
}
