import type { KeptUnsentOrder } from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { effort, runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../../server/test/catalogue.ts'
import { testPortal } from '../../../server/test/test-portal.ts'
import { carryThrough, newWalk, soon, step, type Step, type Walk } from '../../test/order-walk.ts'
import { dataOf, edited, isEmpty, sameData, type LocalOrder } from './local-order.ts'

/**
 * Random walks of two people who build orders for one company, each in several tabs and on several devices, with the
 * real server and a network that delays, reorders and loses messages. Every item has a unique name, so that the end
 * state can be checked for each item.
 */

const portal = testPortal()
let count = 0

beforeAll(async () => {
  await givenCatalogue(portal.system)
})

interface Places {
  submitted: number
  saved: number
  hands: LocalOrder[]
}

/** What is wrong with the state after everything has settled. */
async function faultsOf(walk: Walk): Promise<string[]> {
  const faults = walk.profiles.flatMap((profile) => profile.faults)
  const orders = await walk.orders()
  const placesOf = new Map<string, Places>()
  for (const name of walk.fates.keys()) placesOf.set(name, { submitted: 0, saved: 0, hands: [] })
  for (const order of orders)
    for (const name of walk.namesOf({ data: dataOf(order) }))
      placesOf.get(name)![order.isDraft ? 'saved' : 'submitted'] += 1
  for (const owner of ['ann', 'ben']) {
    const profiles = walk.profiles.filter((profile) => profile.owner.id === owner)
    const [first, ...others] = profiles.map(({ tabs }) => tabs[0]!.read())
    const kept = (await profiles[0]!.person.get('/api/license/unsent')).json<KeptUnsentOrder>()
    if (others.some((other) => !sameData(first!.data, other.data)))
      faults.push(`the devices of ${owner} show two orders`)
    if (kept.order ? !sameData(kept.order.data, first!.data) : !isEmpty(first!))
      faults.push(`the server has another order of ${owner}`)
    for (const name of walk.namesOf(first!)) placesOf.get(name)!.hands.push(first!)
    const draft = orders.find(({ id }) => id === first!.id)
    if (first!.id !== undefined && !first!.isEdited && !sameData(dataOf(draft!), first!.data))
      faults.push(`${owner} sees an old version of the draft`)
  }
  for (const [name, { mayGo, mayRepeat }] of walk.fates) {
    const { submitted, saved, hands } = placesOf.get(name)!
    if (!mayGo && submitted + saved + hands.length === 0) faults.push(`${name} is lost`)
    if (mayRepeat) continue
    if (submitted > 1) faults.push(`${name} is ordered ${submitted} times`)
    if (hands.some(({ id }) => submitted > 0 || (saved > 0 && id === undefined)))
      faults.push(`${name} came back in hand`)
  }
  return faults
}

/** After any walk, the current order can be submitted, and is then no longer open. */
async function submitAll(walk: Walk): Promise<void> {
  for (const { tabs } of walk.profiles) {
    const [tab] = tabs
    if (tab!.read().data.lineItems.length === 0) continue
    const saving = tab!.keeper.save([])
    await carryThrough(saving, walk.network)
    await saving
    // A colleague or the other device had it open: the next exchange reports that.
    await walk.rest()
  }
}

/**
 * The response to submitting an order is lost, and another device builds the next order meanwhile: the first order,
 * still here with one more item, must not be submitted again without a question.
 */
const phone = 2
const lostResponse: Step[] = [
  ...steps(['add', 'submit']),
  ...steps(['sync'], phone),
  ...steps(['rest', 'submit', 'online', 'submit', 'sync', 'carry', 'offline', 'carry', 'carry']),
  ...steps(['add', 'open', 'carry', 'offline', 'rest', 'reload', 'open', 'reload']),
  ...steps(['add'], phone),
  ...steps(['mine', 'sync', 'add']),
]

function steps(actions: Step['action'][], tab = 0): Step[] {
  return actions.map((action) => ({ action, tab, nth: 0 }))
}

test(
  'random walks: no item is lost, ordered twice or reopened, and the order can always be submitted',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
        const walk = await newWalk(portal, (count += 1))
        for (const one of steps) await walk.take(one)
        await walk.network.rest()
        await walk.rest()
        expect(await faultsOf(walk)).toEqual([])
        await submitAll(walk)
        expect(await faultsOf(walk)).toEqual([])
      }),
      { numRuns: runs(40), examples: [[lostResponse]] },
    )
  },
  240_000 * effort,
)

test('a server that was restored from a backup gets the order again', async () => {
  const walk = await newWalk(portal, (count += 1))
  const tab = walk.tabs[0]!
  const item = addedItem('10010', {
    networkId: 'EUREX',
    networkName: 'Eurex',
    userName: 'ann',
    dateRequired: soon,
  })
  for (const notes of ['one', 'two', 'three']) {
    tab.change((now) => edited({ ...now, data: { notes, lineItems: [item] } }))
    await carryThrough(tab.keeper.sync(), walk.network)
  }
  expect(tab.read()).toMatchObject({ revision: 3, isAhead: false })
  await portal.system.query(sql`
    update unsent_order set revision = 1, content = null where account_id = ${walk.accountId}`)
  await carryThrough(tab.keeper.sync(), walk.network)
  const kept = (await tab.profile.person.get('/api/license/unsent')).json<KeptUnsentOrder>()
  expect(kept.order?.data).toEqual(tab.read().data)
  expect(kept.order?.data.lineItems).toHaveLength(1)
})
