/** Processes the items, several at the same time. A failing item is reported and does not stop the others. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
  onFailure: (error: unknown, item: Item) => void,
): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of left) await work(item).catch((error: unknown) => onFailure(error, item))
    }),
  )
}
