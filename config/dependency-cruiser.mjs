// The dependency rules. `pnpm lint:dependencies` checks them.
// A comment is the message that a developer reads when an import breaks the rule: it says why the rule exists.

const ADAPTERS = "(?:express|fastify|hono|medusa|next|vendure)";

/** Modules of core. A module may be one file (`errors.ts`) or a folder (`mask/`). */
const coreModule = (...names) => `^packages/core/src/(?:${names.join("|")})(?:/|\\.ts$)`;
const CORE = "^packages/core/src/";

/**
 * The modules of core from the top, with the reason for their place. Each imports only modules below it. Types count. ARCHITECTURE.md
 * describes the modules.
 */
export const coreLayers = {
  index: "index.ts lists what leaves core. Import a name from its own file.",
  entries: "entries/ lists what leaves core by other entry points. Import a name from its own file.",
  "create-gateway":
    "create-gateway.ts joins the modules into the functions that adapters call, so no module calls it.",
  gateway: "gateway.ts declares the functions that adapters call. Modules do not know them.",
  "running-calls": "running-calls.ts knows no call. Only create-gateway.ts needs it, to close a gateway.",
  statement:
    "statement compares what the other modules did with the gateway's statement. It pages as the exports of status do.",
  status: "status displays what all other modules did. What they need of it belongs below them.",
  start: "start creates attempts. It knows no review item and no status.",
  review: "review resolves what the modules below it could not.",
  inbox: "inbox receives notifications. Operators resolve later what it could not apply.",
  jobs: "jobs run after a notification, a decision and a sweep alike, so they know none of their callers.",
  cancellation:
    "cancellation asks the gateway to cancel a subscription, for jobs and callers. It knows no job.",
  query: "query asks the gateway, for jobs and for staff, and applies the answer. It knows no job.",
  refund: "refund sends refunds and asks how they ended. Jobs and queries decide when.",
  verification: "A new notification is verified like a quarantined one, which a retry verifies again.",
  links: "links makes and checks tokens for every module that sends or receives an address.",
  alerts:
    "alerts reports to staff what the store has, for the sweep. The page of the health has the same problems.",
  apply: "apply commits facts, whoever brings them, and returns the jobs for its caller to run.",
  "engine-context":
    "engine-context.ts is the argument of every module above: settings, clock, store, and ports of the host.",
  merchants: "merchants finds the merchant of a tenant for the engine.",
  limits:
    "limits counts requests for the engine: those that arrive in the store, those to the gateway in the process.",
  "refusal-event-limiter": "refusal-event-limiter.ts counts refused notifications for the engine.",
  options: "options checks what a merchant configures. Stores and ports work the same for every merchant.",
  store: "store implements the ports. If it needs more than they describe, a port is incomplete.",
  ports: "ports describe what core asks of the host and its database, in words of payment and protocol.",
  events: "events lists what core reports, with types of payment and protocol, so it is not a leaf.",
  payment: "payment derives states from facts and does nothing more. The modules above bring it the facts.",
  protocol: "protocol builds and reads forms, signatures and responses. payment derives what they mean.",
};

/** The modules of core below all layers, with the reason why every module uses them. They import nothing of core. */
export const coreLeaves = {
  errors: "Every module throws these errors.",
  lazily: "Every module makes its schemas on first use.",
  mask: "Every module masks text before it is logged or stored.",
  platform: "Every module takes time, randomness and the network from the platform.",
  "schema-builders": "Adapters make their schemas from what core has built in.",
  secret: "Every module keeps keys in a Secret.",
};

const LAYERS = Object.keys(coreLayers);
const LEAVES = Object.keys(coreLeaves);

const betweenPackages = [
  {
    name: "packages-import-no-app",
    comment:
      "Apps show how packages are used, so they depend on packages. A package that needs an app cannot be published.",
    from: { path: "^packages/" },
    to: { path: "^apps/" },
  },
  {
    name: "core-imports-no-other-package",
    comment:
      "Core decides for every host alike, so it may know none of them, nor the sandbox that tests it. Take what the host has through an argument or a port.",
    from: { path: CORE },
    to: { path: "^(?:packages|apps)/", pathNot: "^packages/core/" },
  },
  {
    name: "core-imports-four-libraries-only",
    comment:
      "Core runs inside other people's shops. It brings zod, a currency table, a calendar, telephone numbers and nothing else, and above all no framework.",
    from: { path: CORE },
    to: {
      path: "(?:^|/)node_modules/",
      pathNot: "(?:^|/)node_modules/(?:zod|dinero\\.js|date-fns|@date-fns/tz|libphonenumber-js)/",
    },
  },
  {
    name: "core-uses-only-node-crypto",
    comment:
      "Files, sockets, timers and the environment belong to the host and come in through options. Of Node, core needs node:crypto for digests and random bytes.",
    from: { path: CORE },
    to: { dependencyTypes: ["core"], pathNot: "^(?:node:)?crypto$" },
  },
  {
    name: "core-through-its-exports",
    comment:
      "What the entry points of core export is a promise; everything else may move. Import @pay-index/core, or its entry point for adapters, the protocol, stores or tests, and export there what is missing.",
    from: { path: "^(?:packages|apps)/", pathNot: "^packages/core/" },
    to: {
      path: "^packages/core/",
      pathNot: "^packages/core/(?:src|dist)/(?:index|entries/\\w+|status/texts/index)\\.(?:ts|js|d\\.ts)$",
    },
  },
  {
    name: "adapters-import-no-adapter",
    comment: "A shop installs one adapter. Code that two adapters need belongs in core or server.",
    from: { path: `^packages/(${ADAPTERS})/` },
    to: { path: `^packages/${ADAPTERS}/`, pathNot: ["^packages/$1/", "^packages/express/test/"] },
  },
  {
    name: "pages-import-nothing",
    comment:
      "A page is text for a browser, and any server can return it. Its contents are arguments, so that any host, e-mail or test can create one without a store or Node.",
    from: { path: "^packages/pages/src/" },
    to: { pathNot: "^packages/pages/src/" },
  },
  {
    name: "only-apps-import-adapters",
    comment:
      "Imports go from the host to core. Core, server, stores, pages, the client, the sandbox, the command line and the conformance scenarios serve every host and may depend on none.",
    from: {
      path: "^packages/(?:core|server|postgres|sqlite|pages|app|sandbox|cli|conformance|opentelemetry)/src/",
    },
    to: { path: `^packages/${ADAPTERS}/` },
  },
  {
    name: "opentelemetry-on-the-api-only",
    comment:
      "A shop chooses its SDK and its exporters. The package needs the API of OpenTelemetry, and of core only types.",
    from: { path: "^packages/opentelemetry/src/" },
    to: {
      path: ["(?:^|/)node_modules/", "^(?:packages|apps)/"],
      pathNot: ["(?:^|/)node_modules/@opentelemetry/api/", "^packages/(?:opentelemetry|core)/"],
    },
  },
  {
    name: "app-imports-no-other-package",
    comment:
      "Buyers download two kilobytes. The client reads the shop's answers and shares no code with it; write the few lines again.",
    from: { path: "^packages/app/src/" },
    to: { path: "^(?:packages|apps)/", pathNot: "^packages/app/src/" },
  },
  {
    name: "app-without-node",
    comment: "The client runs in browsers and on phones, where there is no Node.",
    from: { path: "^packages/app/src/" },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "app-web-without-phone-packages",
    comment:
      "Every file except a platform's own file runs in every browser. It imports no package of a phone platform, not even its types: otherwise every shop would need all of these packages.",
    from: {
      path: "^packages/app/src/",
      pathNot: "^packages/app/src/(?:capacitor|expo|react|react-native-webview)\\.ts$",
    },
    to: { path: "(?:^|/)node_modules/" },
  },
  {
    name: "create-pay-index-imports-no-package",
    comment:
      "It writes projects that install our packages, and needs none of them itself: npx downloads it before anything else. Write the version into the template.",
    from: { path: "^packages/create-pay-index/src/" },
    to: { path: "^(?:packages|apps)/", pathNot: "^packages/create-pay-index/" },
  },
  {
    name: "sandbox-imports-no-package",
    comment:
      "The sandbox is the other side of the protocol. If it used core's field table or signature, it would repeat our own mistakes; write the few lines again.",
    from: { path: "^packages/sandbox/" },
    to: { path: "^packages/", pathNot: "^packages/sandbox/" },
  },
  {
    name: "sandbox-for-conformance-apps-and-tests",
    comment:
      "The sandbox is a gateway for developers. Code that ships to a shop must not include it, so only conformance, apps and tests start one. The command line uses its client and its diagnosis of signatures.",
    from: { path: "^packages/[^/]+/src/", pathNot: "^packages/(?:sandbox|conformance|cli)/" },
    to: { path: "^packages/sandbox/" },
  },
  {
    name: "cli-starts-no-sandbox",
    comment:
      "The command line talks to a running sandbox and explains signatures. The gateway itself brings a web server and a database, which every command would load.",
    from: { path: "^packages/cli/src/" },
    to: {
      path: "^packages/sandbox/",
      pathNot:
        "^packages/sandbox/(?:src|dist)/(?:control-client|fault-descriptions|signature-diagnosis/index)\\.(?:ts|js|d\\.ts)$",
    },
  },
  {
    name: "conformance-for-tests",
    comment:
      "Conformance is a test suite and brings a test runner. Code that ships to a shop must not include it.",
    from: { path: "^packages/[^/]+/src/", pathNot: "^packages/conformance/" },
    to: { path: "^packages/conformance/" },
  },
  {
    name: "apps-share-code-in-apps-demo",
    comment:
      "A developer who uses one host reads one sample shop. The code that sample shops share (buyer, demo run, pages, tests) belongs in apps/demo, which imports no shop.",
    from: { path: "^apps/([^/]+)/" },
    to: { path: "^apps/", pathNot: "^apps/(?:$1|demo)/" },
  },
  {
    name: "apps-import-no-tests-of-the-repository",
    comment:
      "A sample shop shows what its reader can install. Only the site plays the simulation of the tests (docs/decisions/0038).",
    from: { path: "^apps/", pathNot: "^apps/(?:docs/\\.vitepress/theme/simulation|[^/]+/test)/" },
    to: { path: "^tests/" },
  },
  {
    name: "embedded-postgres-for-apps-and-tests",
    comment:
      "It starts a database server that loses data when the power fails, and it is not published. Code that ships to a shop connects to the shop's own server.",
    from: { path: "^packages/[^/]+/src/", pathNot: "^packages/embedded-postgres/" },
    to: { path: "^packages/embedded-postgres/" },
  },
  {
    name: "packages-by-name",
    comment:
      "A relative path into another package works here and breaks in the published tarball. Import it by its name and declare it in package.json.",
    from: { path: "^((?:packages|apps)/[^/]+)/", pathNot: "^packages/(?:fastify|hono|next|server)/test/" },
    to: { path: "^(?:packages|apps)/", pathNot: "^$1/", dependencyTypesNot: ["aliased"] },
  },
  {
    name: "frameworks-share-tests",
    comment: "Custom shops differ in their framework only. The tests of Express open them on any.",
    from: { path: "^packages/(fastify|hono|next)/" },
    to: {
      path: "^(?:packages|apps)/",
      pathNot: ["^packages/$1/", "^packages/express/test/"],
      dependencyTypesNot: ["aliased"],
    },
  },
  {
    name: "server-tests-use-express",
    comment:
      "The routes of server are tested in a shop on a real Express. Express depends on server, so that server cannot name it in package.json.",
    from: { path: "^packages/server/test/" },
    to: {
      path: "^(?:packages|apps)/",
      pathNot: "^packages/(?:server/|express/(?:test/|src/index))",
      dependencyTypesNot: ["aliased"],
    },
  },
];

const insideCore = [
  ...LAYERS.slice(1).map((layer, index) => ({
    name: `core-${layer}-imports-below`,
    comment: `${coreLayers[layer]} Move what you need to a module below, or call it from a module above.`,
    from: { path: coreModule(layer) },
    to: { path: coreModule(...LAYERS.slice(0, index + 1)) },
  })),
  ...LEAVES.map((leaf) => ({
    name: `core-${leaf}-is-a-leaf`,
    comment: `${coreLeaves[leaf]} That works as long as it uses no other module.`,
    from: { path: coreModule(leaf) },
    to: { path: CORE, pathNot: coreModule(leaf) },
  })),
  {
    name: "core-module-has-a-layer",
    comment:
      "A module of core that has no place in coreLayers can import anything. Give it the lowest place where it imports only modules below it.",
    from: { path: CORE },
    to: { path: CORE, pathNot: coreModule(...LAYERS, ...LEAVES) },
  },
  {
    name: "core-signature-and-money-are-independent",
    comment:
      "signature and money are arithmetic on text and numbers. They import no sale, no notification and not each other, so that each can be read and tested alone. Signatures are read by the table of message types.",
    from: { path: "^packages/core/src/protocol/(signature|money)/" },
    to: {
      path: CORE,
      pathNot: [
        "^packages/core/src/protocol/$1/",
        "^packages/core/src/protocol/messages/message-types\\.ts$",
        coreModule(...LEAVES),
      ],
    },
  },
  {
    name: "core-sql-knows-the-port",
    comment:
      "store/sql is one way to store what the ports (ports/store.ts, ports/staff-store.ts, ports/installation-store.ts, ports/alert-store.ts) describe, and reads its records back by their schemas. If it needs more than the port says, the port is incomplete.",
    from: { path: "^packages/core/src/store/sql/" },
    to: {
      path: CORE,
      pathNot: [
        "^packages/core/src/store/sql/",
        coreModule(...LEAVES),
        "^packages/core/src/ports/(?:store|staff-store|installation-store|alert-store|payment-key)\\.ts$",
        "^packages/core/src/payment/(?:alert|attempt|attempt-counts|fact|gateway-signs|job|payment-link|recorded-refunds|review-item|review-kinds)\\.ts$",
        "^packages/core/src/payment/subscription/cycle\\.ts$",
      ],
    },
  },
  {
    name: "core-engine-knows-no-table",
    comment:
      "The engine speaks to its port. A table name or a statement outside store/sql would tie every host to SQL.",
    from: {
      path: CORE,
      pathNot: ["^packages/core/src/entries/store\\.ts$", "^packages/core/src/store/sql/"],
    },
    to: { path: "^packages/core/src/store/sql/" },
  },
];

const insideSandbox = [
  {
    name: "inspector-by-the-control-api",
    comment:
      "The inspector is a client of the control API: a test can do everything that a button can do. It imports texts and types, and no module that changes something. If it needs more, control/sandbox-control.ts is incomplete.",
    from: { path: "^packages/sandbox/src/inspector/" },
    to: {
      path: "^packages/sandbox/src/",
      pathNot: [
        "^packages/sandbox/src/(?:inspector|pages|signature-diagnosis)/",
        "^packages/sandbox/src/control/(?:sandbox-control|control-api-types)\\.ts$",
        "^packages/sandbox/src/orders/(?:order|order-view|order-event|event-text|reply-text|timeline)\\.ts$",
        "^packages/sandbox/src/(?:faults/fault|faults/fault-text|quirks/quirk|server/app|server/read-posted-form)\\.ts$",
        "^packages/sandbox/src/(?:merchants|payment-methods|card-outcome|errors|time-text|word-title)\\.ts$",
        "^packages/sandbox/src/(?:fault-descriptions|operation-names)\\.ts$",
      ],
    },
  },
];

const insideMedusa = [
  {
    name: "medusa-storefront-imports-no-server-code",
    comment:
      "What storefronts import runs in browsers. The server may import from this folder; this folder imports nothing from the server.",
    from: { path: "^packages/medusa/src/storefront/" },
    to: { path: "^(?:packages|apps)/", pathNot: "^packages/medusa/src/storefront/" },
  },
  {
    name: "medusa-pages-in-a-browser",
    comment:
      "An admin's pages are built for browsers. They draw the staff app, and import nothing of the plugin's server code or of core.",
    from: { path: "^packages/medusa/src/admin/" },
    to: {
      path: ["^packages/medusa/src/", "^packages/core/"],
      pathNot: "^packages/medusa/src/admin/",
    },
  },
];

const insideVendure = [
  {
    name: "vendure-pages-in-a-browser",
    comment:
      "The dashboard's pages are shipped as source, and a shop builds them for browsers. They import nothing from the server, and the screens from @pay-index/staff.",
    from: { path: "^packages/vendure/src/dashboard/" },
    to: {
      path: ["^packages/vendure/src/", "^packages/core/"],
      pathNot: "^packages/vendure/src/dashboard/",
    },
  },
];

const everywhere = [
  {
    name: "no-import-cycles",
    comment:
      "Two files that import each other belong in one file, or need a third. The load order of a cycle also depends on who imports it first.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-import-cycles-of-folders",
    comment:
      "Two folders of a package that import each other are one module. Move what both need to a third, or to a file beside them.",
    scope: "folder",
    // The layers of core forbid more. Some folders of medusa and vendure still import each other.
    from: { path: "^packages/(?!(?:core|medusa|vendure)/)[^/]+/src/[^/]+$" },
    to: { path: "^packages/[^/]+/src/[^/]+$", circular: true },
  },
  {
    name: "no-dev-dependency-in-src",
    comment:
      "A merchant who installs the package does not get its devDependencies, types included. Make it a dependency or a peer, or do without.",
    from: { path: "^packages/[^/]+/src/" },
    to: {
      dependencyTypes: ["npm-dev"],
      dependencyTypesNot: ["npm", "npm-peer", "npm-optional"],
      // built into the files of core and staff, with their licences
      pathNot:
        "(?:^|/)node_modules/(?:date-fns|@date-fns/tz|libphonenumber-js|@tanstack/react-query|d3-scale|d3-shape|qr|react-dom)/",
    },
  },
  {
    name: "no-undeclared-dependency",
    comment:
      "It resolves in this workspace by chance and does not resolve in a shop. Declare it in the package.json next to you.",
    from: { path: "^(?:packages|apps)/[^/]+/" },
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "no-unresolvable",
    comment:
      "This name does not resolve: a typing error, a missing install, or a path that the package does not export.",
    // Vendure's dashboard is not in the workspace: test:staff compiles what imports it, in a shop of its own.
    // A page's script names its modules by where the shop serves them.
    // The shops of tests are copied into projects of their own, with their own node_modules.
    from: {
      pathNot:
        "^(?:packages/vendure/src/dashboard|apps/demo/src/pages/scripts|tests/(?:staff/(?:medusa|vendure)-shop|packaging/vendure))/",
    },
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [
    ...betweenPackages,
    ...insideCore,
    ...insideSandbox,
    ...insideMedusa,
    ...insideVendure,
    ...everywhere,
  ].map((rule) => ({
    ...rule,
    severity: "error",
  })),
  options: {
    // Build output and packages of others can be imported, but are not checked themselves.
    doNotFollow: { path: ["(?:^|/)node_modules/", "(?:^|/)dist/"] },
    // The templates of create-pay-index are projects of their own, with what they install.
    exclude: { path: ["(?:^|/)\\.(?:turbo|medusa|next|apps)/", "^packages/create-pay-index/templates/"] },
    // Imports of types count, too.
    tsPreCompilationDeps: true,
    // Says where our packages' sources are, so that the check needs no build.
    tsConfig: { fileName: "tsconfig.sources.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".json", ".d.ts"],
    },
  },
};
