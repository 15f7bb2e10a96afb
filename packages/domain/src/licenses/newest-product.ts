/** Returns the id of the product that replaces one in the end. `replacedBy` names the next one, if there is any. */
export function newestProduct(
  productId: string,
  replacedBy: (id: string) => string | null | undefined,
): string {
  const seen = new Set<string>()
  for (let id = productId; ;) {
    const next = replacedBy(id)
    if (!next || seen.has(next)) return id
    seen.add(next)
    id = next
  }
}
