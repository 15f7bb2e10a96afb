/** By what spend can be stacked. */
export const spendGroupings = ['type', 'product', 'site', 'user'] as const
export type SpendGrouping = (typeof spendGroupings)[number]

/**
 * What a group stands for: what bills name, what they leave blank, the part of an invoice that its lines do not explain, or
 * all groups that are not among the largest.
 */
export const spendKinds = ['named', 'unnamed', 'notItemized', 'other'] as const
export type SpendKind = (typeof spendKinds)[number]
