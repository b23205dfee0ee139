import { listenerOf, type Recipe } from "./recipe.ts";

interface RequestEvent {
  readonly request: Request;
  getClientAddress(): string;
}

/** The form in which SvelteKit calls a route. Its own server needs a build. */
export const mountOnSvelteKit: Recipe = (server, isRead) => {
  const fallback = ({ request, getClientAddress }: RequestEvent) =>
    server.fetch(request, { remoteAddress: getClientAddress() });
  return listenerOf(async (request, address = "") => {
    if (isRead) await request.text();
    return fallback({ request, getClientAddress: () => address });
  });
};
