import { fillText } from "@pay-index/core/staff";
import type { PaymentLinkList, StaffPaymentLink } from "@pay-index/server/staff";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Tone } from "./kit.ts";
import { Instant } from "./list-parts.tsx";
import { QrCode } from "./qr-code.tsx";
import { type PaymentAddress, StaffApiError } from "./staff-client.ts";
import { useStaff } from "./staff-provider.tsx";
import { moneyText } from "./staff-texts.ts";
import { type FormProblem, useAction, useDialogForm } from "./use-action.ts";

const tones: Readonly<Record<StaffPaymentLink["state"], Tone>> = {
  open: "waiting",
  paid: "good",
  ended: "neutral",
  withdrawn: "neutral",
};

/** The payment links of an order. Empty if there is none and nothing is due, or the person may not make links. */
export function PaymentLinks({ address }: { readonly address: PaymentAddress }) {
  const { kit, client, words, may, can, openDialog } = useStaff();
  const query = useQuery({
    queryKey: ["payment-links", address],
    queryFn: ({ signal }) => client.links(address, signal),
    enabled: can("payment-links") && may("links"),
  });
  const { data, error } = query;
  // An order that was not sold through the gateway has no links, and no page about them.
  if (data === undefined)
    return error instanceof StaffApiError && error.status >= 500 ? (
      <kit.Text role="alert" look="bad">
        {words.page.loadFailed}
      </kit.Text>
    ) : null;
  const { links, due, isAmountFree } = data;
  if (links.length === 0 && due === null && !isAmountFree) return null;
  return (
    <kit.Section title={words.links.title} testId="pay-index-links">
      {due === null && !isAmountFree ? (
        <kit.Text look="muted">{words.links.nothingDue}</kit.Text>
      ) : (
        <kit.Row>
          <kit.Button onPress={() => openDialog(<CreateDialog list={data} />)}>
            {words.links.create}
          </kit.Button>
        </kit.Row>
      )}
      {links.length > 0 && (
        <kit.List label={words.links.title}>
          {links.map((link) => (
            <LinkRow key={link.linkId} link={link} list={data} />
          ))}
        </kit.List>
      )}
    </kit.Section>
  );
}

interface RowProps {
  readonly link: StaffPaymentLink;
  readonly list: PaymentLinkList;
}

function LinkRow({ link, list }: RowProps) {
  const { kit, words } = useStaff();
  const { links } = words;
  const { state, amount, url, endsAt, openedAt, createdBy, isReplaced } = link;
  const [isCodeShown, showCode] = useState(false);
  return (
    <kit.ListItem data={{ "data-link": link.linkId, "data-state": state }}>
      <kit.Row>
        <kit.Badge tone={tones[state]}>{isReplaced ? links.replaced : links.states[state]}</kit.Badge>
        <kit.Text look="strong">{moneyText(amount)}</kit.Text>
        <kit.Text look="muted">
          {links.ends}: <Instant at={endsAt} /> · {links.madeBy}: {createdBy}
        </kit.Text>
      </kit.Row>
      <kit.Text look="muted">
        {openedAt === null ? (
          links.notOpened
        ) : (
          <>
            {links.opened}: <Instant at={openedAt} />
          </>
        )}
      </kit.Text>
      {state === "open" && (
        <>
          <kit.Text>{url}</kit.Text>
          <LinkButtons {...{ link, list }} onCode={() => showCode(!isCodeShown)} />
          {isCodeShown && <QrCode text={url} label={`${links.qrCode}: ${url}`} />}
        </>
      )}
    </kit.ListItem>
  );
}

function LinkButtons({ link, list, onCode }: RowProps & { readonly onCode: () => void }) {
  const { kit, client, words, openDialog } = useStaff();
  const { links } = words;
  const { linkId, url } = link;
  const { reference, tenant } = list;
  const send = useAction({
    run: () => client.sendLink({ reference, tenant, linkId }),
    onSuccess: () => kit.notify({ tone: "good", title: links.sent }),
    notDone: links.notSent,
  });
  // Pages without TLS have no clipboard.
  const copy = () =>
    Promise.resolve(navigator.clipboard)
      .then((clipboard) => clipboard.writeText(url))
      .then(
        () => kit.notify({ tone: "good", title: links.copied }),
        () => kit.notify({ tone: "waiting", title: links.notCopied }),
      );
  return (
    <kit.Row>
      <kit.Button onPress={copy}>{links.copy}</kit.Button>
      <kit.Button onPress={onCode}>{links.qrCode}</kit.Button>
      {list.canSend && (
        <kit.Button isPending={send.isPending} onPress={() => send.mutate(undefined)}>
          {links.send}
        </kit.Button>
      )}
      <kit.Button
        look="danger"
        onPress={() => openDialog(<WithdrawDialog link={{ reference, tenant, linkId }} />)}
      >
        {links.withdraw}
      </kit.Button>
    </kit.Row>
  );
}

function WithdrawDialog({
  link,
}: {
  readonly link: Pick<PaymentLinkList, "reference" | "tenant"> & { readonly linkId: string };
}) {
  const { kit, client, words } = useStaff();
  const { links } = words;
  const { dialog, submit } = useDialogForm({
    run: () => client.withdrawLink(link),
    onSuccess: () => kit.notify({ tone: "good", title: links.isWithdrawn }),
    notDone: links.notWithdrawn,
    ids: {},
  });
  return (
    <kit.Dialog
      {...dialog}
      isQuestion
      title={links.withdraw}
      description={links.withdrawMeaning}
      submit={links.withdraw}
      cancel={links.keep}
      onSubmit={() => submit()}
    />
  );
}

type CreateField = "amount" | "currency" | "day";
const ids = {
  amount: "pay-index-link-amount",
  currency: "pay-index-link-currency",
  day: "pay-index-link-day",
};
const paths = { amount: "amount", currency: "currency", endsAt: "day" } as const;

/** Asks for the last day, and for the amount if the shop leaves it to staff. */
function CreateDialog({ list }: { readonly list: PaymentLinkList }) {
  const { kit, client, words } = useStaff();
  const { links, page } = words;
  const { reference, tenant, due, isAmountFree } = list;
  const open = list.links.find(({ state }) => state === "open");
  const form = useState({ amount: due?.amount ?? "", currency: due?.currency ?? "", day: dayFromNow(7) });
  const [input] = form;
  const { dialog, submit, fieldOf } = useDialogForm<CreateField, StaffPaymentLink>({
    run: () =>
      client.createLink({
        ...{ reference, tenant },
        ...(isAmountFree && { amount: input.amount, currency: input.currency }),
        endsAt: endOfDay(input.day),
        ...(open !== undefined && { replaces: open.linkId }),
      }),
    onSuccess: () => kit.notify({ tone: "good", title: links.made }),
    notDone: links.notMade,
    ...{ ids, paths },
  });
  function findProblem(): FormProblem<CreateField> | undefined {
    if (isAmountFree && input.amount.trim() === "")
      return { field: "amount", text: fillText(page.refundAmountWrong, { example: "10.00" }) };
    if (isAmountFree && !/^[a-z]{3}$/i.test(input.currency.trim()))
      return { field: "currency", text: links.currencyMissing };
    return input.day === "" ? { field: "day", text: links.lastDayMissing } : undefined;
  }
  return (
    <kit.Dialog
      {...dialog}
      title={links.create}
      description={open === undefined ? links.meaning : `${links.meaning} ${links.replaces}`}
      submit={links.create}
      onSubmit={() => submit(findProblem())}
    >
      {due !== null && <kit.Text>{fillText(links.due, { amount: moneyText(due) })}</kit.Text>}
      {isAmountFree && (
        <>
          <kit.TextField {...fieldOf("amount", form)} type="amount" maxLength={20} label={links.amount} />
          <kit.TextField {...fieldOf("currency", form)} maxLength={3} label={links.currency} />
        </>
      )}
      <kit.TextField {...fieldOf("day", form)} type="date" label={links.lastDay} hint={links.lastDayHint} />
    </kit.Dialog>
  );
}

/** In the browser's time zone, as the person reads it. */
function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The instant at which the day ends. */
function endOfDay(day: string): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** Makes a payment link for a reference that has no page yet: the page of its payment opens. */
export function ReferenceDialog({ onReference }: { readonly onReference: (reference: string) => void }) {
  const { kit, words, closeDialog } = useStaff();
  const { links, page } = words;
  const [reference, setReference] = useState("");
  const [problem, setProblem] = useState<string>();
  return (
    <kit.Dialog
      title={links.create}
      description={links.meaning}
      submit={links.continue}
      cancel={page.cancel}
      isPending={false}
      onClose={closeDialog}
      onSubmit={() => {
        if (reference.trim() === "") return setProblem(links.referenceMissing);
        closeDialog();
        onReference(reference.trim());
      }}
    >
      <kit.TextField
        id="pay-index-link-reference"
        label={links.reference}
        hint={links.referenceHint}
        value={reference}
        problem={problem}
        maxLength={200}
        isRequired
        onChange={(value) => {
          setReference(value);
          setProblem(undefined);
        }}
      />
    </kit.Dialog>
  );
}
