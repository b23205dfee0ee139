import { defineRouteConfig } from "@medusajs/admin-sdk";
import { Container, Heading, Label, Select, Text } from "@medusajs/ui";
import { titleOf } from "@pay-index/core/staff";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { type Item, type QueueItem, queue } from "../../payments/admin-api.ts";
import { namespace, useInstant, useWords } from "../../payments/words.ts";

/** Everything that waits for a person, over all orders and carts. What to do about it stands on the page of each. */
export default function ItemQueue() {
  const { items, page } = useWords();
  const [kind, setKind] = useState<Item["kind"]>();
  const kinds = Object.keys(items) as Item["kind"][];
  return (
    <Container className="divide-y p-0" data-testid="pay-index-queue">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading>{page.items}</Heading>
        <div className="flex items-center gap-2">
          <Label htmlFor="pay-index-kind" size="small" className="whitespace-nowrap">
            {page.show}
          </Label>
          <Select
            size="small"
            value={kind ?? "all"}
            onValueChange={(value) => setKind(kinds.find((each) => each === value))}
          >
            <Select.Trigger id="pay-index-kind">
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              <Select.Item value="all">{page.everything}</Select.Item>
              {kinds.map((each) => (
                <Select.Item key={each} value={each}>
                  {items[each].title}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
      </div>
      <Found kind={kind} />
    </Container>
  );
}

function Found({ kind }: Readonly<{ kind: Item["kind"] | undefined }>) {
  const { page } = useWords();
  const { data, isPending, isError } = useQuery({
    queryKey: ["pay-index", "items", kind],
    queryFn: () => queue(kind),
  });
  if (isError) return <Said role="alert" text={page.unreadable} />;
  if (isPending) return <Said role="status" text={page.loading} />;
  if (data.length === 0) return <Said role="status" text={page.nothingWaits} />;
  return (
    <ol className="divide-y" aria-label={page.items}>
      {data.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </ol>
  );
}

function Said({ role, text }: Readonly<{ role: "alert" | "status"; text: string }>) {
  return (
    <Text size="small" role={role} className="text-ui-fg-subtle px-6 py-4">
      {text}
    </Text>
  );
}

function Row({ item }: Readonly<{ item: QueueItem }>) {
  const words = useWords();
  const { page } = words;
  const instant = useInstant();
  const to = item.order_id === null ? `/pay-index/carts/${item.cart_id}` : `/orders/${item.order_id}`;
  return (
    <li className="flex flex-col gap-y-1 px-6 py-4" data-kind={item.kind}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to={to} className="text-ui-fg-base txt-small-plus underline">
          {titleOf(words, item)}
        </Link>
        <Text size="small" className="text-ui-fg-subtle">
          <time dateTime={item.created_at}>{instant(item.created_at, "short")}</time>
        </Text>
      </div>
      <Text size="small" className="break-words">
        {item.evidence}
      </Text>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {page.orderNumber}: {item.order_number}
      </Text>
    </li>
  );
}

function Crumb() {
  const { t } = useTranslation(namespace);
  return <>{t("page.items")}</>;
}

export const config = defineRouteConfig({
  label: "page.items",
  translationNs: "pay-index",
  nested: "/orders",
});

export const handle = { breadcrumb: () => <Crumb /> };
