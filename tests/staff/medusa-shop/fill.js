/** Run by `medusa exec`, which reads no modules: the rest is one. */
exports.default = async ({ container }) => {
  const { readSeededShop, seedMedusa } = await import("./seed.mts");
  await seedMedusa(container);
  console.log(`sold: ${JSON.stringify(await readSeededShop(container))}`);
};
