export const chargeTypes = [
  'recurring',
  'oneTime',
  'prorated',
  'credit',
  'tax',
  'adjustment',
] as const
export type ChargeType = (typeof chargeTypes)[number]
