import { useEffect, useMemo, useSyncExternalStore } from "react";
import { AttemptsScreen } from "../attempts-screen.tsx";
import { HealthScreen } from "../health-screen.tsx";
import { useOpenItemCount } from "../open-items.tsx";
import { OverviewScreen } from "../overview-screen.tsx";
import { PaymentScreen } from "../payment.tsx";
import { ReferenceDialog } from "../payment-links.tsx";
import { ReviewQueueScreen } from "../review-queue.tsx";
import { createStaffClient } from "../staff-client.ts";
import { type StaffNavigation, type StaffPage, StaffProvider, useStaff } from "../staff-provider.tsx";
import { toStaffLanguage } from "../staff-texts.ts";
import { Notifications } from "./notifications.tsx";
import { plainKit } from "./plain-kit.tsx";

/*
 * The address of a page is behind the hash: `#/attempts?group=open`. So the shop's server needs no rule for it.
 */

/** Returns the address of a page. */
export function hrefOf(to: StaffPage): string {
  if (to.page !== "payment") return `#/${to.page}`;
  return `#/payment/${encodeURIComponent(to.tenant)}/${encodeURIComponent(to.reference)}`;
}

/** Returns the page of an address. The overview, if there is no such page. */
export function pageOf(hash: string): StaffPage & { readonly params: Readonly<Record<string, string>> } {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const params = Object.fromEntries(new URLSearchParams(query));
  const [page, tenant = "", reference = ""] = path.split("/").map(decode);
  if (page === "payment" && reference !== "") return { page, tenant, reference, params };
  const known = (["attempts", "review-items", "health"] as const).find((each) => each === page);
  return { page: known ?? "overview", params };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function subscribe(listener: () => void) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** @param baseUrl the address of the staff API */
export function PlainApp({ baseUrl }: { readonly baseUrl: string }) {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const client = useMemo(() => createStaffClient({ baseUrl }), [baseUrl]);
  const language = toStaffLanguage(navigator.language);
  const { params, ...page } = pageOf(hash);
  const href = hrefOf(page);
  const navigation: StaffNavigation = {
    params,
    navigate: (next) => {
      location.hash = `${href}?${new URLSearchParams(next)}`;
    },
    href: hrefOf,
  };
  // A dialog belongs to its page, so each page has its own provider. They share what they loaded.
  return (
    <StaffProvider key={href} client={client} kit={plainKit} language={language} navigation={navigation}>
      <Shell page={page} />
    </StaffProvider>
  );
}

const menu = ["overview", "attempts", "review-items", "health"] as const;

function Shell({ page }: { readonly page: StaffPage }) {
  const { words, language, operator, may, can, openDialog } = useStaff();
  const count = useOpenItemCount();
  const titles = {
    overview: words.overview.title,
    attempts: words.attemptList.title,
    "review-items": count === "" ? words.page.title : `${words.page.title} (${count})`,
    health: words.health.title,
    payment: words.page.payment,
  };
  const title = titles[page.page];
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = title;
  }, [language, title]);
  return (
    <>
      <header className="menu">
        <nav aria-label={words.page.gateway}>
          {menu.map((each) => (
            <a
              key={each}
              href={hrefOf({ page: each })}
              aria-current={each === page.page ? "page" : undefined}
            >
              {titles[each]}
            </a>
          ))}
        </nav>
        {can("payment-links") && may("links") && (
          <plainKit.Button onPress={() => openDialog(<ReferenceDialog onReference={openPayment} />)}>
            {words.links.create}
          </plainKit.Button>
        )}
        {operator !== undefined && <span className="text muted">{operator.name ?? operator.id}</span>}
      </header>
      <main tabIndex={-1}>
        <Screen page={page} />
      </main>
      <Notifications closeLabel={words.page.close} />
    </>
  );
}

function openPayment(reference: string): void {
  location.hash = hrefOf({ page: "payment", tenant: "default", reference });
}

const screens = {
  overview: OverviewScreen,
  attempts: AttemptsScreen,
  "review-items": ReviewQueueScreen,
  health: HealthScreen,
} as const;

function Screen({ page }: { readonly page: StaffPage }) {
  if (page.page === "payment") return <PaymentScreen reference={page.reference} tenant={page.tenant} />;
  const Chosen = screens[page.page];
  return <Chosen />;
}
