import { Text } from "@medusajs/ui";

/** One line of text in place of data that is loading, missing or unavailable. */
export function StatusMessage({ role, text }: Readonly<{ role: "alert" | "status"; text: string }>) {
  return (
    <Text size="small" role={role} className="text-ui-fg-subtle px-6 py-4">
      {text}
    </Text>
  );
}
