// Every part of the benchmarks and every figure that it reports. `target` is the goal. `gate` is what this code reaches on a slow
// machine with two cores, plus a margin: a figure beyond it fails the run. A figure in seconds has no gate.

const atMost = (target, gate, what) => ({ what, target, gate, isWithin: (value, limit) => value <= limit });
const atLeast = (target, gate, what) => ({ what, target, gate, isWithin: (value, limit) => value >= limit });

/** The figures of a framework, on the memory store. */
const routeFigures = (key, framework, gate) => ({
  [key]: atLeast(0.8, undefined, `requests a second of the notify route on ${framework}, memory / bare`),
  [`${key}-processor`]: atLeast(0.8, gate, `processor time of the bare route on ${framework} / ours, memory`),
});

/** How much of the processor time is pay-index without its adapter and the framework. */
const adapterFigure = (key, framework) => ({
  [`${key}-adapter`]: atLeast(0.7, undefined, `processor time without a framework / on ${framework}, memory`),
});

/** By name: the file with its arguments, the app that it builds, and its figures. `--quick --gate` judges the parts with `quickGate`: they need no database. */
export const parts = {
  import: {
    command: "core-import-time.mjs",
    quickGate: true,
    figures: { import: atMost(1.2, 2.4, "import of core's entry points / of zod") },
  },
  verify: {
    command: "verify-notification.mjs",
    quickGate: true,
    figures: { verify: atMost(0.8, 2.6, "notification / constructEvent") },
  },
  build: {
    command: "build-sale-form.mjs",
    quickGate: true,
    figures: {
      build: atMost(1.6, 3, "sale with three items / bare"),
      "build-bare": atMost(1.6, 2.7, "sale without items / bare"),
    },
  },
  "route-memory": {
    command: "notify-route.mjs route-memory",
    quickGate: true,
    figures: { ...routeFigures("route-memory", "Express", 0.3), ...adapterFigure("route-memory", "Express") },
  },
  "route-hono": {
    command: "notify-route.mjs route-hono",
    figures: { ...routeFigures("route-hono", "Hono"), ...adapterFigure("route-hono", "Hono") },
  },
  "route-fastify": {
    command: "notify-route.mjs route-fastify",
    figures: { ...routeFigures("route-fastify", "Fastify"), ...adapterFigure("route-fastify", "Fastify") },
  },
  "route-next": {
    command: "notify-route.mjs route-next",
    builds: "next-app",
    figures: routeFigures("route-next", "Next.js"),
  },
  "next-start": {
    command: "next-cold-start.mjs",
    builds: "next-app",
    figures: {
      "next-start": atMost(
        1.2,
        undefined,
        "cold start of the payment route on Next.js / of a route with zod",
      ),
    },
  },
  "route-sqlite": {
    command: "notify-route.mjs route-sqlite",
    figures: {
      "route-sqlite": atLeast(0.85, undefined, "requests a second of the notify route, SQLite / bare"),
      "route-sqlite-processor": atLeast(0.85, 0.5, "processor time of the bare route / ours, SQLite"),
    },
  },
  telemetry: {
    command: "notify-route.mjs telemetry",
    figures: {
      telemetry: atLeast(
        0.9,
        undefined,
        "requests a second of the notify route, SQLite, with traces / without",
      ),
      "telemetry-processor": atLeast(0.9, 0.7, "processor time of the route without traces / with, SQLite"),
    },
  },
  "route-postgres": {
    command: "postgres-notify-route.mjs",
    figures: {
      "route-postgres": atLeast(0.9, 0.63, "requests a second of the notify route, Postgres / bare"),
      "two-processes": atLeast(1, 0.8, "two processes on Postgres / one"),
    },
  },
  "route-mariadb": {
    command: "mariadb-notify-route.mjs",
    figures: {
      "route-mariadb": atLeast(0.8, 0.6, "requests a second of the notify route, MariaDB / bare"),
    },
  },
  "idle-sweep": {
    command: "idle-sweep.mjs",
    figures: { "idle-sweep": atMost(1.5, 1.5, "idle sweep while another program writes / alone") },
  },
  alerts: {
    command: "alerts.mjs",
    figures: {
      "alerts-sqlite": atMost(1.3, 2, "idle sweep with alerts / without, 100,000 attempts, SQLite"),
      "alerts-postgres": atMost(1.3, 2, "idle sweep with alerts / without, 100,000 attempts, Postgres"),
    },
  },
  vendure: {
    command: "vendure.mjs",
    figures: {
      "vendure-notification": atMost(0.95, 1.5, "notification / addPaymentToOrder"),
      "vendure-renewal": atMost(1.3, 1.3, "renewal / by hand"),
      "vendure-copies": atMost(10, undefined, "slowest of fifty copies at once, seconds"),
      "vendure-boot": atMost(1.05, 1.35, "boot with the plugin / without"),
      "vendure-memory": atMost(20, 45, "resident memory with the plugin, MB more"),
    },
  },
  medusa: {
    command: "medusa.mjs",
    figures: {
      "medusa-notification": atMost(1.3, 1.8, "notification / completeCartWorkflow"),
      "medusa-start": atMost(1.5, 2.2, "start / Medusa's collection and session"),
      "medusa-renewal": atMost(1.3, 1.3, "renewal / by hand"),
    },
  },
  declines: {
    command: "declines-on-one-attempt.mjs",
    figures: {
      decline: atMost(1.2, 1.4, "decline after 3,000 declines / after 3"),
      poll: atMost(1.5, 1.5, "poll of the buyer's page after 3,000 declines / after 3"),
      "staff-status": atMost(1.5, 1.5, "status for staff after 3,000 declines / after 3"),
      "other-order": atMost(1.2, 1.4, "another order's success, declines of one attempt / of other orders"),
    },
  },
  reconcile: {
    command: "reconcile.mjs",
    figures: {
      reconcile: atMost(1.2, 1.5, "notification while reconcile runs / alone"),
      "reconcile-heap": atMost(2, 4, "heap growth during reconcile, MB"),
    },
  },
  attempts: {
    command: "payment-with-many-attempts.mjs",
    figures: { attempts: atMost(1.5, 1.5, "slowest operation with 3,000 attempts / with 3") },
  },
  staff: {
    command: "staff-pages.mjs",
    figures: {
      "staff-list": atMost(2, 3, "a list of the staff API over 1,000,000 payments / its bare queries"),
      "staff-search": atMost(2, 3, "a search / its bare queries"),
      "staff-overview": atMost(2, 3, "the overview / its bare queries"),
    },
  },
  years: {
    command: "years-of-payments.mjs",
    figures: {
      ...Object.fromEntries(
        ["start", "notify", "status", "search", "search-again", "overview", "sweep"].map((name) => [
          `years-${name}`,
          atMost(1.2, 1.4, `${name} beside many payments / beside 10,000, Postgres`),
        ]),
      ),
      "years-size": atMost(2.5, 2.6, "what a payment takes in Postgres, kB"),
      "years-deletion": atMost(50, undefined, "longest notification while records are deleted, ms more"),
    },
  },
  memory: {
    command: "notification-memory.mjs",
    figures: {
      "memory-heap": atMost(10, 10, "heap growth over 100,000 notifications, MB"),
      "memory-late": atMost(1.3, 1.5, "last notifications / early ones"),
      "memory-repeats": atMost(1.3, 1.5, "last repeats / early ones"),
    },
  },
  subscription: {
    command: "subscription.mjs",
    figures: {
      cycles: atMost(1.2, 1.5, "last of 52 cycles / first, Postgres"),
      "year-seconds": atMost(5, undefined, "a year of 100 weekly subscriptions in the sandbox, seconds"),
    },
  },
  sandbox: {
    command: "sandbox-throughput.mjs",
    figures: {
      "sandbox-rate": atLeast(300, undefined, "delivered sales a second"),
      "sandbox-heap": atMost(10, 10, "heap growth over 100,000 sales, MB"),
    },
  },
};

/** The figures of HISTORY.md. */
export const ratioKeys = Object.values(parts).flatMap((part) =>
  Object.keys(part.figures).filter((key) => part.figures[key].what.includes(" / ")),
);

export const figures = Object.assign({}, ...Object.values(parts).map((part) => part.figures));
