import { Container, Heading } from "@medusajs/ui";
import type { StaffTexts } from "@pay-index/core/staff";
import { useQuery } from "@tanstack/react-query";
import { fetchCapabilities } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** What the payments cannot do, and how to do it by hand. Empty until the shop has answered. */
export function MissingCapabilityList() {
  const { capabilities: texts, page } = useStaffTexts();
  const { data } = useQuery({ queryKey: ["pay-index", "capabilities"], queryFn: fetchCapabilities });
  const missing = (data ?? []).filter(({ supported }) => !supported);
  if (missing.length === 0) return null;
  return (
    <Container className="divide-y p-0" data-testid="pay-index-capabilities">
      <div className="px-6 py-4">
        <Heading level="h2">{page.capabilities}</Heading>
      </div>
      <dl className="divide-y">
        {missing.map(({ name, instead }) => {
          // The shop can have another version than this page.
          const text = texts[name as keyof StaffTexts["capabilities"]];
          return (
            <div key={name} className="flex flex-col gap-y-1 px-6 py-4" data-capability={name}>
              <dt className="txt-small-plus">{text?.title ?? name}</dt>
              <dd className="txt-small min-w-0 break-words">{text?.instead ?? instead}</dd>
            </div>
          );
        })}
      </dl>
    </Container>
  );
}
