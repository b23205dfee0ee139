const server = process.env.MEDUSA_URL ?? "http://localhost:9000";
const headers = { "content-type": "application/json", "x-publishable-api-key": process.env.PUBLISHABLE_KEY };

async function send(method, path, body) {
  const response = await fetch(`${server}/store${path}`, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

const { regions: [region] } = await send("GET", "/regions?fields=id,*countries");
const { products: [product] } = await send("GET", `/products?limit=1&region_id=${region.id}&fields=*variants`);
const address = { first_name: "Ada", last_name: "Byron", phone: "+4512345678", address_1: "Nygade 1",
  postal_code: "1164", city: "Copenhagen", country_code: region.countries[0].iso_2 };
const { cart } = await send("POST", "/carts", { region_id: region.id, email: "ada@example.com",
  items: [{ variant_id: product.variants[0].id, quantity: 1 }],
  shipping_address: address, billing_address: address });
const { shipping_options: [option] } = await send("GET", `/shipping-options?cart_id=${cart.id}`);
if (option !== undefined) await send("POST", `/carts/${cart.id}/shipping-methods`, { option_id: option.id });

const { payment } = await send("POST", "/pay-index/payments",
  { cart_id: cart.id, provider_id: "pp_pay-index_hosted" });
console.log(`Open this page and pay: ${payment.url}`);

for (;;) {
  const { payment: { placed, order_id } } = await send("GET", `/pay-index/payments/${cart.id}`);
  if (placed) {
    console.log(`Order ${order_id} is paid.`);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
