/** Returns the id of the product that finally replaces a product. `replacedBy` returns the direct replacement, if any. */
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
