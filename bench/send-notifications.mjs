import autocannon from "autocannon";

/**
 * Sends so many notifications of a shop's queue, each once, and takes them out of the queue. Throws if one is not answered OK.
 *
 * @returns milliseconds until the last one was answered
 */
export async function sendNotifications({ url, queue }, { amount, connections }) {
  const mine = queue.splice(0, amount);
  if (mine.length < amount) throw new Error("There are not enough notifications.");
  const share = amount / connections;
  const started = performance.now();
  let ended = started;
  const run = autocannon({
    url,
    connections,
    amount,
    expectBody: "OK",
    setupClient: (client) =>
      client.setRequests(
        mine.splice(0, share).map(({ path, body }) => ({
          method: "POST",
          path,
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body,
        })),
      ),
  });
  // autocannon itself ends with the next full second.
  run.on("response", () => {
    ended = performance.now();
  });
  const result = await run;
  if (result["2xx"] !== amount || result.mismatches + result.errors > 0)
    throw new Error("Not everything was answered OK.");
  return ended - started;
}
