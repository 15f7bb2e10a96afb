import type { Day } from '@portal/domain/kernel/day'

export type Id = string
export type Account = string
export const ranks = { Submitted: 0, Accepted: 1, Scheduled: 2, Provisioned: 3, Rejected: 3 }
export type Step = keyof typeof ranks
/** Set on a withdrawn line, until the provider reports the line as done or rejected. */
export type Now = Step | 'Withdrawn'

export interface Words {
  product: string
  network: string
  user: string
  covered: string
}

export interface LicenseRecord {
  kind: 'license'
  id: Id
  account: Account
  words: Words
  since: Day
  until: Day | null
  hasEnded: boolean
  order: Id | null
  others: Id[]
  former: Account | null
  isDated: boolean
  at: number
}

export interface Deletion {
  kind: 'deletion'
  id: Id
  isDated: boolean
  at: number
}

interface OrderDeletion extends Omit<Deletion, 'kind'> {
  kind: 'order deletion'
}

export interface CompanyRecord {
  kind: 'company'
  account: Account
  by: 'orders' | 'records'
}

export interface Line {
  /** The number of the item in the books; in the portal's own orders its position. */
  key: string
  /** The id given by the portal, such as P-108. */
  id: Id
  type: 1 | 2 | 3
  words: Words
  old: Pick<Words, 'network' | 'user'>
  day: Day
  /** The license that an addition became. */
  license: Id | null
  step: Step | null
  isWithdrawn: boolean
  hasRun: boolean
}

export interface OrderRecord {
  kind: 'order'
  id: Id
  account: Account
  /** The portal's number, if the record names the order. */
  number: number | null
  created: number
  step: Step
  lines: Line[]
  isDated: boolean
  at: number
}

export type BooksRecord = LicenseRecord | Deletion | OrderDeletion | CompanyRecord | OrderRecord

export interface Order {
  number: number
  account: Account
  /** The ids in the books, the present one last. */
  ids: Id[]
  submitted: number
  step: Step
  lines: Line[]
  isOfBooks: boolean
}
