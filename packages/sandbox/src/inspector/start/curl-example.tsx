import { merchants } from "../../merchants.ts";

/** A sale for a shell. The element scrolls, so it must be focusable. */
export function CurlExample({ url }: { url: string }) {
  return (
    <section class="scroll" tabindex={0} aria-label="The script">
      <pre>{buildScript(url)}</pre>
    </section>
  );
}

/** Returns a hosted sale for a shell with only curl and md5sum. */
function buildScript(url: string): string {
  const hosted = merchants.find((merchant) => merchant.variant === "hosted");
  return `gateway=${url}; member=${hosted?.id}; key=${hosted?.key}
order=TRY-$(date +%s); date="$(date -u '+%Y-%m-%d %H:%M:%S')"; amount=12.50
notify=http://localhost:3000/notify; callback=$gateway/
text="pay_amount=$amount&pay_applydate=$date&pay_bankcode=901&pay_callbackurl=$callback"
text="$text&pay_memberid=$member&pay_notifyurl=$notify&pay_orderid=$order&key=$key"
sign=$(printf %s "$text" | md5sum | cut -c1-32 | tr a-f A-F)
curl -s "$gateway/pay_index" \\
  --data-urlencode "pay_memberid=$member" --data-urlencode "pay_orderid=$order" \\
  --data-urlencode "pay_applydate=$date" -d pay_bankcode=901 \\
  --data-urlencode "pay_notifyurl=$notify" --data-urlencode "pay_callbackurl=$callback" \\
  -d pay_amount=$amount -d pay_md5sign=$sign -d pay_currency=USD \\
  --data-urlencode "pay_url=http://localhost:3000" \\
  -d pay_firstname=Ada -d pay_lastname=Lovelace -d pay_country_iso_code_2=GB \\
  -d pay_email_address=ada@example.com -d pay_telephone=2070000000 \\
  -d pay_ip=127.0.0.1 -d pay_useragent=curl -d pay_language=en -d system=other`;
}
