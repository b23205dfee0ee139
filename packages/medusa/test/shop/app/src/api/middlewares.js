// Writes down what an access log would.
const { defineMiddlewares } = require("@medusajs/framework/http");

const seen = Symbol.for("pay-index test access log");
globalThis[seen] = [];

module.exports = {
  default: defineMiddlewares({
    routes: [
      {
        matcher: "/hooks",
        middlewares: [
          (request, response, next) => {
            response.on("finish", () => globalThis[seen].push(request.originalUrl));
            next();
          },
        ],
      },
    ],
  }),
};
