import { cancelledItem, addedItem, changedItem } from '@portal/domain/licenses/line-items'
import type { HeldLicense, RecordDifferences } from '@portal/domain/licenses/held.schema'
import sql from 'sql-template-tag'
import { Random } from '../../../../../tools/demo/random.ts'
import { importRecords } from '../../../src/import/import-records.ts'
import { recordSource } from '../../../src/import/sources.ts'
import type { Browser, TestPortal } from '../../portal/portal.ts'
import type { PortalClock } from '../../portal/portal-clock.ts'
import { World, type Round, type Wish } from './world.ts'
import { type Account, type Line, type BooksRecord } from './facts.ts'
import { Model, type Held } from './model.ts'

interface History {
  seed: number
  model: Model
  world: World
  people: Record<Account, Browser>
  trail: string[]
  /** The differences between portal and model. */
  harm: string | undefined
}

let companies = 0

/** Runs histories in parallel, each of two companies; returns those in which portal and model differ. */
export async function live(
  portal: TestPortal,
  clock: PortalClock,
  seeds: readonly number[],
  rounds: number,
): Promise<string[]> {
  const start = Date.parse('2026-03-02')
  const histories: History[] = []
  for (const seed of seeds) histories.push(await found(portal, seed, start))
  for (let round = 1; round <= rounds; round += 1) {
    const now = start + Math.floor(round / 4) * 86_400_000 + round * 1_000_000
    await clock.set(new Date(now).toISOString())
    const alive = histories.filter(({ harm }) => harm === undefined)
    for (const { model } of alive) model.now = now
    const next = new Map(alive.map((one) => [one, one.world.next()]))
    await deliver(portal, next)
    for (const one of alive) if (!one.harm) await order(portal, one)
    for (const one of alive) if (!one.harm) await withdraw(one)
    const isLooked = round % 3 === 0 || round === rounds
    if (isLooked) for (const one of alive) one.harm ??= await differs(one, round === rounds)
  }
  return histories.flatMap(({ seed, trail, harm, world }) =>
    harm ? [`seed ${seed}: ${harm}\n${JSON.stringify(world.habits)}\n${trail.join('\n')}`] : [],
  )
}

async function found(portal: TestPortal, seed: number, start: number): Promise<History> {
  const nth = (companies += 1)
  const accounts = [`M${nth}A`, `M${nth}B`] as const
  const people: History['people'] = {}
  for (const account of accounts) {
    await portal.given.company(account)
    people[account] = await portal.person(`lia@${account}.example`, account, ['AccessLicenses'])
  }
  const model = new Model()
  return {
    seed,
    model,
    people,
    world: new World(new Random(seed * 7919), model, accounts, start - 86_400_000),
    trail: [],
    harm: undefined,
  }
}

async function deliver(portal: TestPortal, next: Map<History, Round>): Promise<void> {
  const sent = [...next].flatMap(([history, { records, isWrong }]) =>
    records.map((record) => ({ history, record, isWrong })),
  )
  const rejected = new Map<number, string>()
  await importRecords(
    portal.system,
    [
      recordSource(
        'books',
        sent.map(({ record }) => written(record)),
      ),
    ],
    {
      skipRejects: true,
      onReject: ({ line, field, reason }) => rejected.set(line - 1, `${field} ${reason}`),
    },
  )
  for (const [place, { history, record, isWrong }] of sent.entries()) {
    const why = rejected.get(place)
    history.trail.push(`${why ? `rejected (${why}) ` : ''}${JSON.stringify(written(record))}`)
    if (isWrong !== (why !== undefined))
      history.harm = `${isWrong ? 'accepted' : `rejected, ${why}`}: ${JSON.stringify(written(record))}`
  }
  const ids = sent.flatMap(({ record }) => (record.kind === 'order' ? [record.id] : []))
  const { rows } = await portal.system.query<{
    external: string
    number: number
    key: string
    id: string
  }>(sql`
    select o.external_id as external, o.id::int as number, x.item ->> 'id' as key, x.portal_id as id
      from license_order o join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
     where o.external_id = any (${ids})`)
  for (const [history, { records, isWrong }] of next) {
    const { model } = history
    if (history.harm || isWrong) continue
    model.take(records)
    for (const order of model.orders.filter(({ isOfBooks }) => isOfBooks))
      for (const row of rows.filter(({ external }) => external === order.ids.at(-1))) {
        order.number = row.number
        const line = order.lines.find(({ key }) => key === row.key)
        if (line?.id && line.id !== row.id) history.harm = `${line.id} became ${row.id}`
        if (line) line.id = row.id
      }
    model.noteRuns()
  }
}

const dayOf = (at: number) => new Date(at).toISOString()

function written(record: BooksRecord): object {
  const asOf = 'isDated' in record && record.isDated ? dayOf(record.at) : null
  if (record.kind === 'company')
    return {
      record: 'company',
      accountId: record.account,
      name: `Company ${record.account}`,
      licensesBy: record.by,
    }
  if (record.kind === 'deletion') return { record: 'delete', kind: 'license', key: record.id, asOf }
  if (record.kind === 'order deletion')
    return { record: 'delete', kind: 'licenseOrder', key: record.id, asOf }
  if (record.kind === 'license') {
    const { id, account, words, since, until, hasEnded, order, others, former } = record
    return {
      record: 'license',
      licenseId: id,
      accountId: account,
      productId: words.product,
      networkId: words.network.toUpperCase() || null,
      userName: words.user || null,
      coveredCompany: words.covered || null,
      since,
      until,
      status: hasEnded ? 'Ended' : null,
      licenseOrderId: order,
      otherLicenseIds: others,
      formerAccountId: former,
      asOf,
    }
  }
  const { id, account, number, created, step, lines } = record
  return {
    record: 'licenseOrder',
    id,
    accountId: account,
    status: step,
    statusReason: step === 'Rejected' ? 'So.' : '',
    createdDate: dayOf(created),
    orderId: number === null ? null : `P-${number}`,
    asOf,
    lineItems: lines.map((line) => ({
      ...itemOf(line),
      id: line.key,
      status: line.step ?? '',
      statusReason: '',
    })),
  }
}

const itemOf = ({
  type,
  words,
  old,
  day,
  license,
}: Pick<Line, 'type' | 'words' | 'old' | 'day' | 'license'>) => ({
  customerOrderRequestTypeId: type,
  productSku: words.product,
  networkName: words.network,
  userName: words.user,
  coveredCompany: words.covered,
  dateRequired: day,
  licenseId: license ?? '',
  ...(type === 3 && { oldNetworkName: old.network, oldUserName: old.user }),
})

async function order(portal: TestPortal, history: History): Promise<void> {
  const { model, people, trail, world } = history
  const wanted = world.order()
  if (!wanted) return
  const { account, wishes, mustFail } = wanted
  const payload = {
    user: { accountId: account },
    isDraft: false,
    data: { notes: '', lineItems: wishes.map(asked) },
  }
  const answer = await people[account]!.post('/api/license', { payload })
  trail.push(
    `${answer.statusCode} ${account} orders ${JSON.stringify(payload.data.lineItems.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== ''))))}`,
  )
  if ((answer.statusCode === 200) === mustFail || (mustFail && answer.statusCode !== 409))
    history.harm = `answer to an order: ${answer.body}`
  if (answer.statusCode !== 200) return
  const { id: number } = answer.json<{ id: number }>()
  const { rows } = await portal.system.query<{ id: string }>(sql`
    select portal_id as id from license_order_line where account_id = ${account} and order_id = ${number} order by line_no`)
  const { rootOf } = model.view(account)
  const lines = wishes.map((wish, place) => ({
    ...wish,
    license: wish.license === null ? null : rootOf(wish.license),
    key: String(place),
    id: rows[place]!.id,
    step: null,
    isWithdrawn: false,
    hasRun: false,
  }))
  trail.push(`it is #${number}: ${lines.map(({ id }) => id).join()}`)
  model.orders.push({
    number,
    account,
    ids: [],
    submitted: model.now,
    step: 'Submitted',
    lines,
    isOfBooks: false,
  })
}

async function withdraw(history: History): Promise<void> {
  const { model, people, trail, world } = history
  const wanted = world.withdrawal()
  if (!wanted) return
  const {
    line: { id, order, now },
    mustFail,
  } = wanted
  const payload = { lines: [{ id: Number(id.slice(2)), status: now }] }
  const answer = await people[order.account]!.post(`/api/license/${order.number}/withdraw`, {
    payload,
  })
  trail.push(`${answer.statusCode} ${order.account} withdraws ${id}`)
  const line = model.orders
    .find(({ number }) => number === order.number)!
    .lines.find((one) => one.id === id)!
  if (answer.statusCode === 200) line.isWithdrawn = true
  if ((answer.statusCode === 200) === mustFail)
    history.harm = `answer to a withdrawal of ${id}: ${answer.body}`
}

function asked({ type, words, old, day, license }: Wish) {
  const entry = {
    networkId: '',
    networkName: words.network,
    userName: words.user,
    dateRequired: day,
  }
  const chosen = license === null ? undefined : { licenseId: license, coveredCompany: old.covered }
  if (type === 1) return addedItem(words.product, entry)
  if (type === 2) return cancelledItem(words.product, entry, chosen)
  return changedItem(
    words.product,
    {
      ...entry,
      ipAddress: '',
      oldIPAddress: '',
      oldNetworkName: old.network,
      oldUserName: old.user,
    },
    chosen,
  )
}

/** Returns the differences in the view of a company. */
async function differs(
  { model, people, world }: History,
  isEnd: boolean,
): Promise<string | undefined> {
  for (const [account, lia] of Object.entries(people)) {
    const view = model.view(account)
    const is = (await lia.get('/api/license/held?perPage=500')).json<HeldLicense[]>()
    const { requested, differences } = (
      await lia.get('/api/license/differences')
    ).json<RecordDifferences>()
    const line = ({
      orderId,
      networkName,
      userName,
      day,
    }: RecordDifferences['differences'][number] | RecordDifferences['requested'][number]) =>
      `#${orderId} ${networkName}/${userName} ${day}`
    const why =
      unequal('held', is.map(shown), view.held.map(expected)) ??
      unequal('requested', requested.map(line), view.requested) ??
      unequal(
        'differences',
        differences.map((one) => `${one.kind} ${line(one)} ${one.licenseId ?? ''}`),
        view.differences,
      )
    if (why) return `${account} ${why}`
    if (!isEnd) continue
    // Reads by every id of both companies; the other company's ids return nothing.
    const named = [
      ...world.truths.flatMap((one) => [one.key, ...one.ids]),
      ...model.orders.flatMap(({ lines }) =>
        lines.flatMap(({ id, type }) => (type === 1 ? id : [])),
      ),
    ]
    const ids = [...new Set(named)].slice(0, 500)
    const found = (await lia.post('/api/license/held', { payload: { licenseIds: ids } })).json<
      HeldLicense[]
    >()
    const should = ids.flatMap((id) => view.held.filter((one) => one.id === view.rootOf(id)))
    const other = unequal('found by ids', found.map(shown), should.map(expected))
    if (other) return `${account} ${other}`
  }
  return undefined
}

function unequal(
  what: string,
  is: readonly string[],
  should: readonly string[],
): string | undefined {
  const [one, other] = [is.toSorted(), should.toSorted()]
  const left = (all: string[], without: string[]) =>
    all.filter((text) => !without.includes(text)).join(' | ')
  return one.join('\n') === other.join('\n')
    ? undefined
    : `${what}: is [${left(one, other)}] should be [${left(other, one)}]`
}

const shown = ({
  licenseId,
  orderId,
  productSku,
  networkName,
  userName,
  coveredCompany,
  startsOn,
  endsOn,
  asked,
}: HeldLicense) =>
  `${licenseId} #${orderId} ${productSku}/${networkName}/${userName}/${coveredCompany} ${startsOn} to ${endsOn} ${
    asked
      ? `${asked.type} #${asked.orderId} ${asked.status} ${asked.day} ${asked.networkName}/${asked.userName}`
      : ''
  }`

const expected = ({ id, order, words, since, ends, asked, askedFor }: Held) =>
  `${id} #${order} ${words.product}/${words.network}/${words.user.trim()}/${words.covered} ${since} to ${ends} ${
    asked
      ? `${asked.type} #${asked.order.number} ${asked.now} ${askedFor} ${asked.type === 3 ? `${asked.words.network}/${asked.words.user.trim()}` : '/'}`
      : ''
  }`
