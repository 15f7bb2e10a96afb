/** The sort orders of a list of held licenses. */
export const heldOrders = ['product', 'user', 'network', 'since', 'price'] as const
export type HeldOrder = (typeof heldOrders)[number]

/** The filters of a list of held licenses. */
export const heldStandings = ['ending', 'starting', 'suspended', 'unpriced'] as const
export type HeldStanding = (typeof heldStandings)[number]

/** The most held licenses in one answer, for a page of the list or for given ids. */
export const mostHeld = 3000
