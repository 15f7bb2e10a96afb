import fc from 'fast-check'
import {
  holdsAutoPay,
  isExpired,
  isMatched,
  noticeDays,
  paidOnRefusal,
  type HoldingNotice,
} from '../src/invoices/transfer-notice.ts'
import { addDays, daysBetween, type Day } from '../src/kernel/day.ts'

/** Random days of one invoice whose company is in AutoPay and announces transfers, which arrive or do not. */

type Line = Parameters<typeof isMatched>[1][number]

interface Notice extends HoldingNotice {
  isOpen: boolean
  announcedOn: Day
  /** Lines of the invoice before it. */
  after: number
}

interface World {
  today: Day
  amount: number
  lines: Line[]
  notices: Notice[]
  /** What really happens; an untruthful notice has none. */
  transfers: { notice: Notice; arrivesOn: Day }[]
  /** What AutoPay fixed in the morning. */
  isFixed: boolean
}

export interface Rules {
  paidOnRefusal: typeof paidOnRefusal
  isMatched: (notice: Notice, lines: readonly Line[], owed: number) => boolean
  isExpired: typeof isExpired
  holdsAutoPay: typeof holdsAutoPay
  /** An announcement takes the invoice out of what was fixed. */
  takesOut: boolean
}

export const rules: Rules = { paidOnRefusal, isMatched, isExpired, holdsAutoPay, takesOut: true }

const fall = (lines: readonly Line[], kinds: readonly string[]) =>
  -lines.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { cents }) => sum + cents, 0)

export const wrongRules: Record<string, Partial<Rules>> = {
  'an announcement does not stop AutoPay': { holdsAutoPay: () => false },
  'what was fixed this morning is charged, announced or not': { takesOut: false },
  'an announcement may be for any day': { paidOnRefusal: () => undefined },
  'an announcement never ends': { isExpired: () => false },
  'any fall of the balance ends an announcement': {
    isMatched: ({ cents }, lines) => fall(lines, ['booked', 'settled']) >= cents,
  },
  'an announcement ends when nothing is owed': {
    isMatched: (notice, lines, owed) => owed === 0 || isMatched(notice, lines),
  },
  'a corrected amount ends an announcement': {
    isMatched: ({ cents }, lines) => fall(lines, ['booked', 'corrected']) >= cents,
  },
  'an expired announcement is charged the same evening': {
    holdsAutoPay: ({ expiredOn }) => expiredOn === null,
  },
}

const acts = ['announce', 'lie', 'credit', 'correct', 'withdraw', 'wait', 'pass', 'pass'] as const
export const history = fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(19)), {
  minLength: 10,
  maxLength: 40,
})

/** Returns what goes wrong in a history of days. */
export function faultOf(steps: readonly (readonly [string, number])[], by: Rules) {
  const world: World = {
    today: '2027-01-10',
    amount: 1000,
    lines: [],
    notices: [],
    transfers: [],
    isFixed: false,
  }
  for (const [act, n] of steps) {
    const fault = take(world, by, act, n)
    if (fault) return fault
  }
  return undefined
}

const owedOf = ({ amount, lines }: World) =>
  Math.max(0, amount + lines.reduce((sum, { cents }) => sum + cents, 0))
const isHeld = ({ notices, today }: World, by: Rules) =>
  notices.some((one) => (one.isOpen || one.expiredOn !== null) && by.holdsAutoPay(one, today))

function take(world: World, by: Rules, act: string, n: number): string | undefined {
  const owed = owedOf(world)
  const open = world.notices.find(({ isOpen }) => isOpen)
  if (act === 'announce' || act === 'lie') announce(world, by, act === 'lie', n)
  if (act === 'credit' && owed > 0) book(world, by, 'settled', Math.min(owed, n * 100), 'credit')
  if (act === 'correct') book(world, by, 'corrected', (n - 10) * 100)
  if (act === 'withdraw' && open) {
    open.isOpen = false
    world.transfers = world.transfers.filter(({ notice }) => notice !== open)
  }
  for (let left = act === 'wait' ? n : Number(act === 'pass'); left > 0; left -= 1) {
    const fault = passDay(world, by)
    if (fault) return fault
  }
  return undefined
}

function announce(world: World, by: Rules, isLie: boolean, n: number): void {
  const { today, lines, notices } = world
  const cents = owedOf(world)
  const paidOn = addDays(today, isLie ? n * n - 10 : n % 4)
  if (cents === 0 || notices.some(({ isOpen }) => isOpen) || by.paidOnRefusal(paidOn, today)) return
  const notice: Notice = {
    id: '',
    cents,
    currency: 'USD',
    paidOn,
    actorName: 'Paula',
    expiredOn: null,
    isOpen: true,
    announcedOn: today,
    after: lines.length,
  }
  notices.push(notice)
  if (by.takesOut) world.isFixed = false
  if (!isLie) world.transfers.push({ notice, arrivesOn: addDays(paidOn, 1 + (n % 14)) })
}

function book(
  world: World,
  by: Rules,
  kind: Line['kind'],
  cents: number,
  method: Line['method'] = null,
): void {
  if (cents === 0) return
  world.lines.push({ kind, cents: -cents, method, currency: 'USD' })
  for (const notice of world.notices.filter(({ isOpen }) => isOpen))
    if (by.isMatched(notice, world.lines.slice(notice.after), owedOf(world))) notice.isOpen = false
}

/** From one noon to the next: the transfers of the day, AutoPay's run, and its next morning. */
function passDay(world: World, by: Rules): string | undefined {
  for (const { notice, arrivesOn } of world.transfers)
    if (arrivesOn === world.today) book(world, by, 'booked', notice.cents)
  const { today, notices } = world
  if (world.isFixed && owedOf(world) > 0 && (!by.takesOut || !isHeld(world, by))) {
    const isOnItsWay = world.transfers.some(
      ({ notice: { announcedOn, paidOn }, arrivesOn }) =>
        announcedOn <= today && arrivesOn > today && daysBetween(paidOn, arrivesOn) < noticeDays,
    )
    if (isOnItsWay) return 'AutoPay pays what a transfer is paying'
    if (notices.some(({ expiredOn }) => expiredOn === today))
      return 'an invoice is charged on the day its announcement expired'
    book(world, by, 'paid', owedOf(world))
  }
  world.today = addDays(today, 1)
  for (const notice of notices.filter(({ isOpen }) => isOpen))
    if (by.isExpired(notice, world.today))
      Object.assign(notice, { isOpen: false, expiredOn: world.today })
  world.isFixed = owedOf(world) > 0 && !isHeld(world, by)
  const isOld = ({ isOpen, announcedOn }: Notice) =>
    isOpen && daysBetween(announcedOn, world.today) > 2 * noticeDays
  return notices.some(isOld) ? 'an announcement blocks an invoice for good' : undefined
}
