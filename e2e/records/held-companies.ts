import { addDays, type Day } from '@portal/domain/kernel/day'

const company = (accountId: string, name: string, first: string) => ({
  accountId,
  name,
  orderer: {
    email: `${first.toLowerCase()}@${accountId}.example`,
    firstName: first,
    lastName: 'Sand',
  },
})
/** A trader leaves, and a desk moves to another network: one company for each size of screen. */
export const leavers = {
  desktop: company('20071', 'Stint Trading', 'Sten'),
  phone: company('20072', 'Ruff Capital', 'Rufa'),
}
/** Clicks twice: one company for each way to point. */
export const hasty = {
  mouse: company('20090', 'Godwit Desk', 'Gwen'),
  touch: company('20091', 'Whimbrel Desk', 'Wim'),
}
/** Holds as many licenses as the largest companies. */
export const knot = company('20073', 'Knot Clearing', 'Kent')
export const heldCount = 3000

const add = (productSku: string, networkName: string, userName: string, dateRequired: Day) => ({
  customerOrderRequestTypeId: 1,
  productSku,
  networkName,
  userName,
  dateRequired,
})

/** The records of the journeys about choosing from what is held. */
export function* heldCompanyRecords(today: Day) {
  const since = addDays(today, -60)
  const lines = [
    add('10010', 'Eurex', 'jo.parr', since),
    add('10050', 'ICE', 'jo.parr', since),
    add('40010', 'CME Globex', 'jo.parr', since),
    add('10010', 'Eurex', 'kim.voss', since),
    add('10010', 'Eurex', 'lee.ahn', since),
    add('10010', 'ICE', 'max.orr', since),
    // Nothing but their ids tells them apart.
    add('30010', 'ICE', '', since),
    add('30010', 'ICE', '', since),
    { ...add('10020', 'Eurex', `<b>n</b> \u202e${'x'.repeat(150)}`, since) },
  ]
  for (const one of [...Object.values(leavers), ...Object.values(hasty)]) {
    yield* recordsOf(one)
    yield orderOf(one, 1, lines, since)
  }
  yield* recordsOf(knot)
  const orders = 6
  for (let nth = 0; nth < orders; nth += 1)
    yield orderOf(
      knot,
      nth + 1,
      Array.from({ length: heldCount / orders }, (_, line) => {
        const user = String(nth * (heldCount / orders) + line + 1).padStart(4, '0')
        return add(nth % 2 ? '10010' : '10020', nth % 3 ? 'Eurex' : 'ICE', `trader-${user}`, since)
      }),
      since,
    )
}

function* recordsOf({ accountId, name, orderer }: typeof knot) {
  yield { record: 'company', accountId, name }
  yield { record: 'user', ...orderer, accountId, permissions: ['AccessLicenses'] }
}

const orderOf = (
  { accountId }: typeof knot,
  nth: number,
  lineItems: readonly object[],
  since: Day,
) => ({
  record: 'licenseOrder',
  id: `HELD-${accountId}-${nth}`,
  accountId,
  status: 'Submitted',
  createdDate: `${since}T10:00:00Z`,
  requestorName: 'Books',
  lineItems,
})
