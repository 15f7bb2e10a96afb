import type { Month } from '@portal/domain/kernel/month'
import { fromCents } from '@portal/domain/kernel/money'
import type { Spend, SpendQuery } from '@portal/domain/spend/spend.schema'
import { rankGroups, topChanges, type SpendGroup } from '@portal/domain/spend/spend-groups'
import { lastMonth, monthsUntil } from '@portal/domain/spend/spend-months'
import { spreadCharge } from '@portal/domain/spend/spread-charge'
import { readSnapshot, type Database } from '../platform/database/database.ts'
import { seesOnlySome } from '../session/visible-categories.ts'
import { listCurrencies, readCharges, type ChargeRow, type SpendReader } from './spend.queries.ts'

type Asked = Omit<SpendQuery, 'companyFilter'>

/** Returns what a company was invoiced per month and group, from the invoices that the user may see. */
export function readSpend(db: Database, reader: SpendReader, asked: Asked): Promise<Spend> {
  return readSnapshot(db, reader.accountId, async (tx) => {
    const known = await listCurrencies(tx, reader)
    const isOfVisible = await seesOnlySome(tx, reader)
    const currencies = known.map(({ currency }) => currency)
    const chosen = known.find(({ currency }) => currency === asked.currency) ?? known[0]
    if (!chosen) return { ...nothing, isOfVisible }
    const { currency, newest } = chosen
    const { by, spread: isSpread = false } = asked
    const rows = await readCharges(tx, reader, { by, currency, isSpread })
    const last = lastMonth(
      rows.map(({ month }) => month),
      newest,
    )
    const shown = spendOf(rows, monthsUntil(last, asked.months))
    return { currencyIsoCode: currency, currencies, ...inDecimals(shown, currency), isOfVisible }
  })
}

const nothing = {
  currencyIsoCode: null,
  currencies: [],
  months: [],
  groups: [],
  changes: [],
  earlier: 0,
  later: 0,
}

interface SpendInCents {
  months: Month[]
  groups: SpendGroup[]
  /** The cents before the shown months. */
  earlier: number
  later: number
}

/** Adds up charges by group and month. */
function spendOf(rows: readonly ChargeRow[], months: Month[]): SpendInCents {
  const places = new Map(months.map((month, at) => [month, at]))
  const [first = ''] = months
  const groups = new Map<string | null, SpendGroup>()
  const outside = { earlier: 0, later: 0 }
  for (const row of rows) {
    const group = groups.get(row.key) ?? newGroup(row, months.length)
    groups.set(row.key, group)
    // The group gets the same spelling, whichever row is first.
    if (row.name < group.name) group.name = row.name
    for (const { month, cents } of partsOf(row)) {
      const at = places.get(month)
      if (at !== undefined) group.cents[at] = (group.cents[at] ?? 0) + cents
      else outside[month < first ? 'earlier' : 'later'] += cents
    }
  }
  return { months, groups: [...groups.values()], ...outside }
}

/** Charges are spread one by one, so that the sum of a month is the same by product, site and user. */
const partsOf = ({ month, from, to, count, cents }: ChargeRow) =>
  from && to
    ? spreadCharge(cents, from, to).map((part) => ({ ...part, cents: part.cents * count }))
    : [{ month, cents: cents * count }]

function newGroup({ key, name }: ChargeRow, months: number): SpendGroup {
  const kind = key === null ? 'notItemized' : name === '' ? 'unnamed' : 'named'
  return { kind, name, count: 1, cents: Array<number>(months).fill(0) }
}

function inDecimals({ months, groups, earlier, later }: SpendInCents, currency: string) {
  const decimal = (cents: number) => fromCents(cents, currency)
  return {
    months,
    groups: rankGroups(groups).map(({ cents, ...group }) => ({
      ...group,
      amounts: cents.map(decimal),
    })),
    changes: topChanges(groups).map(({ kind, name, cents }) => ({
      kind,
      name,
      amount: decimal(cents.at(-1) ?? 0),
      before: decimal(cents.at(-2) ?? 0),
    })),
    earlier: decimal(earlier),
    later: decimal(later),
  }
}
