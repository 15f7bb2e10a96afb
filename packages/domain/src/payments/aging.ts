/** The buckets in the order of the screens, with their labels. */
export const agingBuckets = [
  { key: 'current', label: 'Current' },
  { key: '1-30', label: '1-30 Days' },
  { key: '31-60', label: '31-60 Days' },
  { key: '61-90', label: '61-90 Days' },
  { key: '90+', label: 'Over 90 Days' },
  { key: 'other', label: 'Other' },
] as const

export type AgingKey = (typeof agingBuckets)[number]['key']
