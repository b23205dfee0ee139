export const GET = () => new Response("Your order");
