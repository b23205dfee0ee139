/** Each handler belongs to the shop that mounted this app, in the same process. A build has none. */
export function handlersOf(name) {
  const handler = (request, context) => globalThis.payIndexSampleShop[name](request, context);
  return { GET: handler, OPTIONS: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler };
}
