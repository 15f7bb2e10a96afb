import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { parseIsoDay } from '@portal/domain/kernel/day'
import { fromCents, toCents } from '@portal/domain/kernel/money'
import {
  AutoPayPlanAnswer,
  AutoPaySettings,
  CrmId,
  PlannedInvoiceList,
} from '@portal/domain/payments/autopay.schema'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/scope.ts'
import { findEnrolment, hasPastDue, readClock } from './autopay.queries.ts'
import { planAnswer, plannedInvoices, upcomingInvoices } from './autopay-answer.ts'
import { changeRules, enroll, optOut } from './enroll-autopay.ts'

/** AutoPay's calls name the company crmId; companyFilter is understood as well. */
export const autoPayRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'PayInvoices' } as const
  const querystring = CrmId
  const yesOrNo = { querystring, response: { 200: Type.Boolean() } }
  const list = { querystring, response: { 200: PlannedInvoiceList } }
  const { cardLimitCents } = deps.config.page
  const read = <T>(request: FastifyRequest, look: (tx: Tx, scope: Scope) => Promise<T>) => {
    const scope = scopeOf(request)
    return withScope(deps.paymentsDb, scope, (tx) => look(tx, scope))
  }
  const isEnrolled = (request: FastifyRequest) =>
    read(request, async (tx, { accountId }) => Boolean(await findEnrolment(tx, accountId)))

  app.get('/payment/autopay-status', { config, schema: yesOrNo }, isEnrolled)

  app.post('/payment/autopay/enable', { config, schema: yesOrNo }, async (request) => {
    await enroll(deps, scopeOf(request))
    return isEnrolled(request)
  })

  app.post('/payment/autopay/disable', { config, schema: yesOrNo }, async (request) => {
    await optOut(deps, scopeOf(request))
    return isEnrolled(request)
  })

  app.get(
    '/payment/autopay/plan',
    { config, schema: { querystring, response: { 200: AutoPayPlanAnswer } } },
    (request) => read(request, (tx, scope) => planAnswer(tx, scope, cardLimitCents)),
  )

  app.put(
    '/payment/autopay/settings',
    {
      config,
      schema: { querystring, body: AutoPaySettings, response: { 200: AutoPayPlanAnswer } },
    },
    async (request) => {
      const { capPerCharge, capPerMonth, pausedUntil } = request.body
      await changeRules(deps, scopeOf(request), {
        capPerChargeCents: capInCents('capPerCharge', capPerCharge),
        capPerMonthCents: capInCents('capPerMonth', capPerMonth),
        pausedUntil: existingDay(pausedUntil),
      })
      return read(request, (tx, scope) => planAnswer(tx, scope, cardLimitCents))
    },
  )

  app.get('/invoice/pastDue', { config, schema: yesOrNo }, (request) =>
    read(request, async (tx, { accountId }) =>
      hasPastDue(tx, accountId, (await readClock(tx)).today),
    ),
  )

  app.get('/invoice/unpaidEligibleInvoices', { config, schema: list }, (request) =>
    read(request, (tx, scope) => plannedInvoices(tx, scope, cardLimitCents)),
  )

  app.get('/invoice/upcomingUnpaidInvoices', { config, schema: list }, (request) =>
    read(request, (tx, scope) => upcomingInvoices(tx, scope, cardLimitCents)),
  )
}

function capInCents(field: string, cap: number | null): number | null {
  if (cap === null) return null
  const cents = toCents(cap, 'USD')
  if (Math.abs(fromCents(cents, 'USD') - cap) > 1e-9)
    throw new Refusal(400, `${field}: has more than two decimals`)
  return cents
}

function existingDay(day: string | null): string | null {
  if (day !== null && !parseIsoDay(day)) throw new Refusal(400, 'pausedUntil: is not a date')
  return day
}
