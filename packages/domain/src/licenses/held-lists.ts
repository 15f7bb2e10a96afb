/** By what a list of held licenses is sorted. */
export const heldOrders = ['product', 'user', 'network', 'since', 'price'] as const
export type HeldOrder = (typeof heldOrders)[number]

/** What a list of held licenses can be limited to. */
export const heldStandings = ['ending', 'starting', 'suspended', 'unpriced'] as const
export type HeldStanding = (typeof heldStandings)[number]

/** The most held licenses of one answer: on a page of the list, or by their ids. */
export const mostHeld = 3000
