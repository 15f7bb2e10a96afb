import { companies } from '../../apps/sandbox/src/cast.ts'
import type { At } from './months.ts'

export type Holding = readonly [productId: string, networkId: string, coveredCompany?: string]

export interface CustomerNumber {
  number: string
  currency: string
  city: string
  state: string
}

/** Licenses that are ordered together; the licenses of a person also end together. */
export interface Desk {
  /** Empty for licenses without a person. */
  user: string
  at: number
  since: At
  until?: At
  holds: readonly Holding[]
}

export interface Customer {
  accountId: string
  name: string
  customerNumbers: CustomerNumber[]
  desks: readonly Desk[]
  /** A person's licenses that pass to another person and keep their ids. */
  passes: readonly { from: string; to: string; on: At; productIds: readonly string[] }[]
  /** Products of a person that are replaced by other products. */
  swaps: readonly { user: string; from: string; to: string; on: At }[]
  /** The person for whose licenses a cancellation is in progress. */
  leaves?: string
  /** The people for whom a license is ordered that does not run yet. */
  newcomers: readonly string[]
  oneTimes: readonly { productId: string; at: number; month: number; quantity: number }[]
  /** Whether the provider sends records of running licenses; without records the orders count. */
  hasRecords: boolean
  /** How many days after the due date the customer pays; the newest invoices are still open. */
  paysAfter: number
  seed: number
}

const named = (domain: string) => {
  const company = companies.find((known) => known.domain === domain)
  if (!company) throw new Error(`the cast knows no company of ${domain}`)
  return { accountId: company.accountId, name: company.name }
}

const pro: Holding = ['10010', 'TT Platform']
const standard: Holding = ['10020', 'TT Platform']
const cme: Holding = ['40010', 'CME Globex']
const ice: Holding = ['40020', 'ICE']
const eurex: Holding = ['40030', 'Eurex']

/** A customer who pays late and has invoices in every aging bucket. */
export const aldgate: Customer = {
  ...named('aldgate.example'),
  customerNumbers: [
    { number: 'ALD-001', currency: 'USD', city: 'Chicago', state: 'IL' },
    { number: 'ALD-002', currency: 'EUR', city: 'Frankfurt am Main', state: 'HE' },
    { number: 'ALD-003', currency: 'USD', city: 'Aurora', state: 'IL' },
  ],
  desks: [
    { user: '', at: 0, since: [-10, 1], holds: [['30010', 'CME Globex']] },
    { user: '', at: 0, since: [-9, 1], holds: [['30020', 'ICE']] },
    { user: '', at: 1, since: [-8, 1], holds: [['30030', 'Eurex']] },
    { user: '', at: 0, since: [-8, 1], holds: [['10085', 'CME Globex']] },
    {
      user: '',
      at: 0,
      since: [-7, 1],
      holds: [
        ['20010', 'TT Platform', 'Northgate Clearing'],
        ['20020', 'TT Platform', 'Harbour Brokers'],
      ],
    },
    { user: '', at: 1, since: [2, 1], holds: [['20030', 'TT Platform', 'Lindqvist Fonder']] },
    {
      user: '',
      at: 2,
      since: [-10, 1],
      holds: [
        ['50010', '10412-AUR'],
        ['50020', '10412-AUR'],
        ['50030', '10412-AUR'],
        ['50040', '10412-AUR'],
      ],
    },
    { user: '', at: 2, since: [8, 1], holds: [['50030', '10412-AUR']] },
    {
      user: '',
      at: 2,
      since: [-10, 1],
      holds: [
        ['60010', '10412-LON'],
        ['60011', '10412-LON'],
        ['60020', '10412-LON'],
      ],
    },
    { user: '', at: 2, since: [-4, 1], until: [12, 0], holds: [['60030', '10412-LON']] },
    { user: '', at: 2, since: [-3, 1], holds: [['70010', 'TT Platform']] },
    { user: 'o.brien', at: 0, since: [-6, 1], until: [11, 17], holds: [standard, ice] },
    { user: 'mkessler', at: 0, since: [-5, 1], holds: [pro, cme, ['10030', 'CME Globex']] },
    { user: 'jdoyle', at: 0, since: [-4, 1], holds: [pro, cme] },
    { user: 'αλεξάνδρου', at: 0, since: [-3, 1], holds: [standard, ice] },
    { user: 'desk-07', at: 0, since: [-2, 1], holds: [pro, cme, ['10040', 'TT Platform']] },
    { user: 'yamada.h', at: 0, since: [-2, 1], holds: [pro, ['40039', 'HKEX']] },
    { user: 'p.novak', at: 0, since: [4, 12], holds: [pro, cme] },
    { user: 'n.haddad', at: 0, since: [15, 20], holds: [pro, ice] },
    { user: 'lchen', at: 1, since: [-5, 1], holds: [pro, eurex] },
    { user: 'r.silva', at: 1, since: [-4, 1], holds: [standard, eurex] },
    { user: 'b.müller', at: 1, since: [-1, 1], holds: [pro, eurex, ['10050', 'Eurex']] },
    { user: 'k.osei', at: 1, since: [7, 9], until: [14, 22], holds: [standard, eurex] },
    { user: 'dfontaine', at: 1, since: [9, 1], holds: [pro, eurex, ['10040', 'TT Platform']] },
    { user: 's.ito', at: 1, since: [1, 16], holds: [standard, eurex] },
    { user: 'v.rao', at: 1, since: [16, 11], holds: [pro, eurex] },
  ],
  passes: [{ from: 'jdoyle', to: 't.okafor', on: [13, 10], productIds: ['10010', '40010'] }],
  swaps: [{ user: 'yamada.h', from: '40039', to: '40040', on: [10, 1] }],
  leaves: 's.ito',
  newcomers: ['a.fischer', 'g.romano', 'c.dubois'],
  oneTimes: [
    { productId: '40090', at: 0, month: 6, quantity: 40 },
    { productId: '50090', at: 2, month: 12, quantity: 2 },
    { productId: '40090', at: 0, month: 16, quantity: 64 },
  ],
  hasRecords: true,
  paysAfter: 4,
  seed: 10412,
}

/** A customer who pays on the due date: nothing is overdue, so the company may enroll in AutoPay. */
export const fairhaven: Customer = {
  ...named('fairhaven.example'),
  customerNumbers: [
    { number: 'FHM-10', currency: 'USD', city: 'New York', state: 'NY' },
    { number: 'FHM-11', currency: 'GBP', city: 'London', state: '' },
  ],
  desks: [
    { user: '', at: 0, since: [-9, 1], holds: [['30010', 'CME Globex']] },
    {
      user: '',
      at: 1,
      since: [-9, 1],
      holds: [
        ['50020', '10458-LON'],
        ['50030', '10458-LON'],
      ],
    },
    { user: '', at: 1, since: [-9, 1], holds: [['70010', 'TT Platform']] },
    { user: 'g.lind', at: 0, since: [-8, 1], holds: [pro, cme] },
    { user: 'm.abara', at: 0, since: [-6, 1], holds: [pro, cme] },
    { user: 'e.castellano', at: 0, since: [-6, 1], until: [9, 24], holds: [standard, ice] },
    { user: 'w.zhang', at: 0, since: [-1, 1], holds: [standard, ice] },
    { user: 'h.ivanova', at: 0, since: [6, 15], holds: [pro, cme, ['10030', 'CME Globex']] },
    { user: 'c.moyo', at: 0, since: [13, 1], holds: [standard, ice] },
  ],
  passes: [{ from: 'm.abara', to: 'l.grant', on: [15, 6], productIds: ['10010', '40010'] }],
  swaps: [],
  newcomers: ['t.larsen', 'y.cohen'],
  oneTimes: [{ productId: '40090', at: 0, month: 11, quantity: 12 }],
  hasRecords: true,
  paysAfter: 0,
  seed: 10458,
}

/** A small customer who pays slowly. The provider sends no records of its licenses. */
export const brightwater: Customer = {
  ...named('brightwater.example'),
  customerNumbers: [{ number: '0000815', currency: 'USD', city: 'Houston', state: 'TX' }],
  desks: [
    { user: '', at: 0, since: [-6, 1], holds: [['70010', 'TT Platform']] },
    { user: 'a.weber', at: 0, since: [-6, 1], holds: [pro] },
    { user: 'j.tran', at: 0, since: [-3, 1], holds: [standard] },
    { user: 'i.kone', at: 0, since: [3, 18], until: [12, 9], holds: [standard] },
    { user: 'd.flores', at: 0, since: [11, 5], holds: [pro, ['10030', 'CME Globex']] },
  ],
  passes: [{ from: 'j.tran', to: 'k.novotny', on: [14, 3], productIds: ['10020'] }],
  swaps: [],
  newcomers: ['m.okoye'],
  oneTimes: [],
  hasRecords: false,
  paysAfter: 40,
  seed: 10415,
}
