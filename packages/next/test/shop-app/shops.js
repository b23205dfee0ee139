/** The shop that the test opened at this address, in the same process. */
const shopOf = ({ headers }) => globalThis.testShops.get(headers.get("host"));

/** Each handler of the shop, found when a request comes. */
export function handlersOf(name) {
  const handler = async (request, context) => {
    const { payments, readsBody } = shopOf(request);
    if (readsBody) await request.text();
    return payments[name][request.method](request, context);
  };
  return { GET: handler, OPTIONS: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler };
}

export const checkOut = async (request, { params }) => shopOf(request).checkOut(request, await params);
