/** Run by `medusa exec`, which reads no modules: the rest is one. */
exports.default = async ({ container }) => {
  const { seed, sold } = await import("./seed.mts");
  await seed(container);
  console.log(`sold: ${JSON.stringify(await sold(container))}`);
};
