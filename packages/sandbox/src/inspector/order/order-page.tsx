import type { OrderDetails } from "../../control/control-api-types.ts";
import { SandboxError } from "../../errors.ts";
import { describeEvent } from "../../orders/event-text.ts";
import type { AppContext } from "../../server/app.ts";
import { formatDateTime } from "../../time-text.ts";
import type { InspectorDependencies, InspectorPage, PostedForm } from "../inspector-page.tsx";
import { Facts, Refusal, ReloadHint, Sheet } from "../inspector-parts.tsx";
import { orderDetailsPath, StateTag } from "../orders/order-list.tsx";
import { findDeliveryFailureAdvice } from "../texts/delivery-failure-advice.ts";
import { OrderActions, orderActions } from "./order-actions.tsx";
import { Timeline } from "./timeline.tsx";

/** The page of an order, and its actions. */
export function createOrderPage({ control, buyerPage }: InspectorDependencies): InspectorPage {
  const keyOf = (c: AppContext) => ({
    merchant: c.req.param("merchant") ?? "",
    orderId: c.req.param("orderId") ?? "",
  });
  return {
    path: "/orders/:merchant/:orderId",
    section: "/",
    async show(c, posted) {
      const { merchant, orderId } = keyOf(c);
      const details = await control.orderDetails(orderId, { merchant }).catch(ignoreUnknownOrder);
      if (details === undefined) return undefined;
      const page = details.state === "pending" ? buyerPage(orderId, merchant) : undefined;
      const content = renderPage(details, page, posted);
      return { title: `Order ${orderId}`, content };
    },
    act(c, action, form) {
      const { merchant, orderId } = keyOf(c);
      const amount = (form.get("amount") ?? "").trim();
      if (!Object.hasOwn(orderActions, action)) return undefined;
      return orderActions[action]?.act(control, orderId, {
        of: { merchant },
        ...(amount === "" ? {} : { amount }),
      });
    },
  };
}

function ignoreUnknownOrder(error: unknown): undefined {
  if (!(error instanceof SandboxError) || error.code !== "unknown_order") throw error;
}

/**
 * Displays one order: the next events, the timeline, and the possible actions.
 *
 * @param buyerPage the page at which the buyer of a pending order continues
 */
function renderPage(details: OrderDetails, buyerPage: string | undefined, posted: PostedForm | undefined) {
  const { orderId, merchantId, timeline, strictProblems = [] } = details;
  const address = orderDetailsPath(details);
  const latest = timeline.at(-1);
  return (
    <>
      <p class="crumb">
        <a href="/">All orders</a>
      </p>
      <h1>
        Order <bdi>{orderId}</bdi>
      </h1>
      <Refusal posted={posted} />
      <div
        id="live"
        data-says={latest ? describeEvent(latest) : ""}
        data-again={details.nextDeliveryAt ? "1" : ""}
      >
        <NextStep details={details} />
        <StrictProblems problems={strictProblems} />
        <div class="two">
          <Sheet id="happened" title="What happened">
            <Timeline events={timeline} merchantId={merchantId} />
          </Sheet>
          <div>
            <Sheet id="facts" title="The order">
              <OrderFacts details={details} />
            </Sheet>
            <Sheet id="acts" title="Make something happen">
              {buyerPage ? (
                <p>
                  <a href={buyerPage}>Open the buyer's page</a>
                </p>
              ) : null}
              <OrderActions details={details} address={address} />
              <p class="hint">
                <a href={`/faults?of=order&order=${encodeURIComponent(orderId)}&merchant=${merchantId}`}>
                  Set a fault for this order
                </a>
              </p>
            </Sheet>
          </div>
        </div>
      </div>
      <ReloadHint href={address} />
    </>
  );
}

function NextStep({ details }: { details: OrderDetails }) {
  const last = details.deliveries.at(-1);
  const alarm = last !== undefined && last.outcome !== "ok" && last.outcome !== "dropped";
  const advice = last ? findDeliveryFailureAdvice(last) : "";
  return (
    <section class={alarm ? "next alarm" : "next"} aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <p>{details.next}</p>
      {advice ? <p>{advice}</p> : null}
    </section>
  );
}

/** Lists why a strict gateway refuses the sale, which the profile `lenient` accepted. */
function StrictProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Sheet id="strict" title="A strict gateway refuses this sale">
      <p>
        The profile <a href="/clock">Lenient</a> accepted it. Before you go live, send these fields:
      </p>
      <ul>
        {problems.map((problem) => (
          <li>
            <code>{problem}</code>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function OrderFacts({ details }: { details: OrderDetails }) {
  const { card, decidedAt } = details;
  return (
    <Facts
      rows={[
        ["State", <StateTag state={details.state} />],
        ["Amount", `${details.amount} ${details.currency}`],
        ["Merchant", `${details.merchantId} (${details.variant})`],
        ["Transaction", details.transactionId],
        ["Card", card && `${card.brand} ending in ${card.last4}`],
        ["Method", details.method],
        ["Came in", `${formatDateTime(Date.parse(details.createdAt))} UTC`],
        ["Decided", decidedAt && `${formatDateTime(Date.parse(decidedAt))} UTC`],
        ["Why", details.failure],
        ["Buyer back as", details.returnedAs],
      ]}
    />
  );
}
