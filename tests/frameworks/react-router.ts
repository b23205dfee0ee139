import { createRequestHandler, type ServerBuild } from "react-router";
import { listenerOf, type Recipe } from "./recipe.ts";

export const mountOnReactRouter: Recipe = (server, isRead) => {
  const answer = ({ request }: { request: Request }) =>
    server.fetch(request, { remoteAddress: request.headers.get("x-real-ip") ?? undefined });
  const read = async (visit: { request: Request }) => {
    await visit.request.text();
    return answer(visit);
  };
  // What React Router's own compiler makes of the route.
  const build = {
    entry: { module: { default: () => new Response(null, { status: 500 }) } },
    routes: { pay: { id: "pay", path: "pay/*", module: { loader: answer, action: isRead ? read : answer } } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  };
  const handle = createRequestHandler(build as unknown as ServerBuild, "production");
  return listenerOf((request) => handle(request));
};
