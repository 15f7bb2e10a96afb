/** The criteria by which spend is grouped. */
export const spendGroupings = ['type', 'product', 'site', 'user'] as const
export type SpendGrouping = (typeof spendGroupings)[number]

/**
 * What a group contains: a name on bills, lines without a name, the part of an invoice that its lines do not explain, or
 * all groups that are not among the largest.
 */
export const spendKinds = ['named', 'unnamed', 'notItemized', 'other'] as const
export type SpendKind = (typeof spendKinds)[number]
