export async function POST(request, { params }) {
  await request.formData();
  await globalThis.answerBare((await params).order);
  return new Response("OK");
}
