import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

export interface PostReply {
  readonly status: string;
  readonly body: string;
}

/**
 * Posts one form over a socket of its own to each of the addresses. All but the last byte of each is sent first; once every
 * socket has it, the last bytes go out together.
 */
export async function postTogether(addresses: readonly URL[], form: URLSearchParams): Promise<PostReply[]> {
  const body = form.toString();
  const sockets = await Promise.all(addresses.map((address) => begin(address, body)));
  return Promise.all(
    sockets.map(async (socket) => {
      const answer = text(socket);
      socket.write(body.slice(-1));
      const [head = "", content = ""] = (await answer).split("\r\n\r\n");
      return { status: head.split(" ")[1] ?? "", body: content };
    }),
  );
}

async function begin({ hostname, port, pathname }: URL, body: string): Promise<Socket> {
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, "connect");
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  await new Promise<void>((resolve, reject) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`, (error) =>
      error ? reject(error) : resolve(),
    );
  });
  return socket;
}
