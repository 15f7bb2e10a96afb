import { fromCents } from '@portal/domain/kernel/money'
import { mayUse } from '@portal/domain/kernel/permissions'
import { forecastOf, lastChargedMonth, monthsAfter, noCounts } from '@portal/domain/spend/forecast'
import type { Forecast, ForecastQuery } from '@portal/domain/spend/spend.schema'
import sql from 'sql-template-tag'
import { readSnapshot, type Database } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import { seesOnlySome } from '../session/visible-categories.ts'
import {
  billsNameLicenses,
  chargedMonths,
  heldCharges,
  orderedCharges,
} from './forecast.queries.ts'
import { listCurrencies } from './spend.queries.ts'

/** Returns what the licenses in force will be charged in the months after the last one; no months if nothing can be predicted. */
export function readForecast(
  db: Database,
  scope: Scope,
  { currency: wanted, spread: isSpread = false }: Omit<ForecastQuery, 'companyFilter'>,
): Promise<Forecast> {
  return readSnapshot(db, scope.accountId, async (tx) => {
    // With very many licenses this takes seconds; no other work waits for it.
    await tx.run(sql`set local statement_timeout = '15s'`)
    const known = await listCurrencies(tx, scope)
    const isOfVisible = await seesOnlySome(tx, scope)
    const chosen = known.find(({ currency }) => currency === wanted) ?? known[0]
    if (!chosen || !mayUse(scope.actor, 'AccessLicenses')) return { ...nothing, isOfVisible }
    const { currency } = chosen
    const today = scope.now.toISOString()
    const charged = await chargedMonths(tx, scope, chosen)
    const last = lastChargedMonth(charged, chosen.newest, today)
    const months = monthsAfter(last, today)
    if (months.length === 0) return { ...nothing, currencyIsoCode: currency, isOfVisible }
    const charges = [
      ...(await heldCharges(tx, scope, { currency, last })),
      ...(await orderedCharges(tx, scope.accountId, { currency })),
    ]
    if (charges.length === 0) return { ...nothing, currencyIsoCode: currency, isOfVisible }
    const forecast = forecastOf(charges, {
      months,
      isSpread,
      billsNameLicenses: await billsNameLicenses(tx, scope),
      isOfVisible,
    })
    const decimal = (cents: number) => fromCents(cents, currency)
    return {
      currencyIsoCode: currency,
      months: forecast.months.map(({ month, running, prices, starting, ending }) => ({
        month,
        amount: decimal(running + prices + starting + ending),
        running: decimal(running),
        prices: decimal(prices),
        starting: decimal(starting),
        ending: decimal(ending),
      })),
      counts: forecast.counts,
      charged: {
        month: last,
        amount: decimal(charged.find(({ month }) => month === last)?.cents ?? 0),
      },
      isOfVisible,
    }
  })
}

const nothing = {
  currencyIsoCode: null,
  months: [],
  counts: noCounts,
  charged: null,
}
