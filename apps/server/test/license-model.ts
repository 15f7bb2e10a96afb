import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import type { StepTaken } from '@portal/domain/licenses/order-steps'

/** The rule of decision 0040 in its simplest form. */
export interface ModelLine {
  /** The key of the license that the line adds. */
  key: string
  item: LineItem
  /** The key of the license that the line named; undefined: matched by its names. */
  target: string | undefined
  /** What the provider did with it, if it has a status of its own. */
  steps?: StepTaken[]
}

export interface ModelOrder {
  id: string
  isPortal: boolean
  /** The order in which orders take effect. */
  at: number
  lines: ModelLine[]
  steps?: StepTaken[]
  /** When its newest record was written, if any was dated. */
  asOf?: number
}

type State = [from: string, network: string, user: string, ip: string]

interface ModelLicense {
  key: string
  end: string | null
  states: State[]
}

export const today = () => new Date().toISOString().slice(0, 10)
const max = (one: string, other: string) => (one > other ? one : other)
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export function replay(orders: ModelOrder[]): ModelLicense[] {
  const all: ModelLicense[] = []
  const lines = orders.toSorted((one, other) => one.at - other.at).flatMap((order) => order.lines)
  for (const { key, item, target } of lines) {
    const { networkName: network, dateRequired: day } = item
    const [user, ip] = [item.userName ?? '', item.ipAddress ?? '']
    const isChange = item.customerOrderRequestTypeId === 3
    const oldNetwork = isChange ? (item.oldNetworkName ?? '') : network
    const oldUser = isChange ? (item.oldUserName ?? '') : user
    const license =
      item.customerOrderRequestTypeId === 1
        ? undefined
        : all.find(({ key: known, end, states }) => {
            const [, lastNetwork, lastUser] = states.at(-1)!
            if (end !== null) return false
            if (target !== undefined) return known === target
            return same(lastNetwork, oldNetwork) && same(lastUser, oldUser)
          })
    const isNew = item.customerOrderRequestTypeId === 1 || (isChange && target === undefined)
    if (!license && isNew) all.push({ key, end: null, states: [[day, network, user, ip]] })
    if (!license) continue
    const from = max(day, license.states[0]![0])
    if (!isChange) license.end = from
    else {
      const before = license.states.filter(([start]) => start < from)
      const kept = (before.at(-1) ?? license.states[0])![3]
      license.states = [...before, [from, network, user, ip === item.oldIPAddress ? kept : ip]]
    }
  }
  return all
}

/** Returns a license as users see it today. */
export function viewOf({ key, end, states }: ModelLicense) {
  const last = states.at(-1)!
  const isComing = states.length > 1 && last[0] > today()
  const now = states.findLast(([from]) => from <= today()) ?? states[0]!
  const next = isComing && (end === null || end > last[0]) ? last : undefined
  const named = ([, networkName, userName, ipAddress]: State) => ({
    networkName,
    userName,
    ipAddress,
  })
  return {
    key,
    now: named(now),
    next: next ? { startsOn: next[0], ...named(next) } : null,
    look: JSON.stringify([now.slice(1), next, states[0]![0]]),
    goesBy: (item: LineItem) => {
      const isChange = item.customerOrderRequestTypeId === 3
      const network = (isChange ? item.oldNetworkName : item.networkName) ?? ''
      const user = (isChange ? item.oldUserName : item.userName) ?? ''
      return [now, last].some((one) => same(one[1], network) && same(one[2], user))
    },
  }
}
