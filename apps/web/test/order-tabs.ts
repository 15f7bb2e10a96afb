import type {
  DraftState,
  KeptUnsentOrder,
  LicenseOrderDetails,
} from '@portal/domain/licenses/licenses.schema'
import type { Browser } from '../../server/test/portal.ts'
import { CallFailed } from '../src/api/call-failed.ts'
import {
  emptyOrder,
  named,
  orderOf,
  sameData,
  withInHand,
  type LocalOrder,
  type Orders,
  type Owner,
} from '../src/licenses/local-order.ts'
import { orderKeeper, type OrderKeeper, type OrderServer } from '../src/licenses/order-keeper.ts'

/** One browser storage with the tabs that share it. */
export interface Profile {
  person: Browser
  owner: Owner
  orders: Orders
  isOnline: boolean
  tabs: Tab[]
  faults: string[]
}
export interface Tab {
  profile: Profile
  /** A closed page takes no further part. */
  isLeft: boolean
  keeper: ReturnType<typeof orderKeeper>
  read: () => LocalOrder
  change: (to: (order: LocalOrder) => LocalOrder) => void
  told: DraftState[]
}

/** A network that delivers requests and responses on command, in any order, and may lose responses. */
export class Network {
  private waiting: ((isLost: boolean) => Promise<void>)[] = []
  private keys = 0

  newKey = () => `key-of-a-wish-${(this.keys += 1)}`

  get size() {
    return this.waiting.length
  }

  /** Advances the request or response at a place of the queue by one step. */
  async carry(place: number, isLost = false): Promise<void> {
    const [one] = this.waiting.splice(place % this.waiting.length, 1)
    await one!(isLost)
    await new Promise(setImmediate)
  }

  async rest(): Promise<void> {
    await new Promise(setImmediate)
    while (this.waiting.length > 0) await this.carry(0)
  }

  through<T>(tab: Tab, ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lost = () => {
        if (!tab.isLeft) reject(new TypeError('Failed to fetch'))
      }
      this.waiting.push(async (isLost) => {
        if (!tab.profile.isOnline || isLost) return lost()
        const answer = await ask().then(
          (value) => () => resolve(value),
          (error: Error) => () => reject(error),
        )
        this.waiting.push(async (isAnswerLost) => {
          if (tab.isLeft) return
          if (isAnswerLost || !tab.profile.isOnline) lost()
          else answer()
        })
      })
    })
  }
}

async function answerOf<T>(sent: ReturnType<Browser['send']>): Promise<T> {
  const answer = await sent
  if (answer.statusCode >= 400)
    throw new CallFailed(answer.statusCode, answer.json<{ message: string }>().message)
  return answer.json<T>()
}

/** The portal's calls of one person, directly to the server. */
export function callsOf({ person, owner }: Profile): OrderServer {
  return {
    readKept: () => answerOf<KeptUnsentOrder>(person.get('/api/license/unsent')),
    keep: (revision, order) =>
      answerOf(person.send('PUT', '/api/license/unsent', { payload: { revision, order } })),
    readOrder: (id) => answerOf<LicenseOrderDetails>(person.get(`/api/license/${id}`)),
    save: ({ data, id, version, key, revision }, shown) =>
      answerOf(
        person.send(id === undefined ? 'POST' : 'PUT', `/api/license${id ? `/${id}` : ''}`, {
          headers: { 'idempotency-key': key! },
          payload: {
            user: { accountId: owner.accountId },
            data,
            isDraft: shown === 'draft',
            unsentRevision: revision,
            ...(version !== undefined && { version }),
          },
        }),
      ),
  }
}

export function openTab(profile: Profile, network: Network): Tab {
  const tab = { profile, isLeft: false, told: [] as DraftState[] } as unknown as Tab
  tab.read = () => orderOf(profile.orders, profile.owner)
  tab.change = (to) => {
    const orders = profile.orders
    profile.orders = withInHand(orders, named(to(orderOf(orders, profile.owner)), network.newKey))
  }
  const calls = callsOf(profile)
  // What was in sight when each save was chosen. Saves run in turn: the first is the one that runs.
  const inSight: LocalOrder[] = []
  const server: OrderServer = {
    readKept: (...asked) => network.through(tab, () => calls.readKept(...asked)),
    keep: (...asked) => network.through(tab, () => calls.keep(...asked)),
    readOrder: (...asked) => network.through(tab, () => calls.readOrder(...asked)),
    save: (...asked) => {
      if (!sameData(asked[0].data, inSight[0]!.data))
        profile.faults.push('saved what was not in sight')
      return network.through(tab, () => calls.save(...asked))
    },
  }
  const keeper = orderKeeper(tab, server, { told: (draft) => tab.told.push(draft), changed() {} })
  const save: OrderKeeper['save'] = (shown) => {
    inSight.push(tab.read())
    return keeper.save(shown).finally(() => inSight.shift())
  }
  tab.keeper = { ...keeper, save }
  profile.tabs.push(tab)
  return tab
}

export function newProfile(person: Browser, owner: Owner): Profile {
  return {
    person,
    owner,
    orders: { order: emptyOrder(owner), others: [] },
    isOnline: true,
    tabs: [],
    faults: [],
  }
}
