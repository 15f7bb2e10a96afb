import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { parseIsoDay } from '@portal/domain/kernel/day'
import { fromCents, toCents } from '@portal/domain/kernel/money'
import type { AutoPayRules } from '@portal/domain/payments/autopay-plan'
import type { AutoPaySettings } from '@portal/domain/payments/autopay.schema'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { findEnrolment, hasPastDue } from './autopay.queries.ts'
import { planAnswer, plannedInvoices, upcomingInvoices } from './autopay-answer.ts'
import { changeRules, enroll, optOut } from './enroll-autopay.ts'

/** AutoPay's calls name the company crmId; companyFilter is accepted too. */
export const autoPayRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const { cardLimitCents } = deps.config.page
  const read = <T>(request: FastifyRequest, look: (tx: Tx, scope: Scope) => Promise<T>) => {
    const scope = scopeOf(request)
    return withScope(deps.paymentsDb, scope, (tx) => look(tx, scope))
  }
  const isEnrolled = (request: FastifyRequest) =>
    read(request, async (tx, { accountId }) => Boolean(await findEnrolment(tx, accountId)))

  serve(app, paymentCalls.isEnrolledInAutoPay, isEnrolled)

  serve(app, paymentCalls.enableAutoPay, async (request) => {
    const { settings, shown } = request.body
    await enroll(deps, scopeOf(request), { rules: settings && rulesOf(settings), shown })
    return isEnrolled(request)
  })

  serve(app, paymentCalls.disableAutoPay, async (request) => {
    await optOut(deps, scopeOf(request))
    return isEnrolled(request)
  })

  serve(app, paymentCalls.getAutoPayPlan, (request) => {
    const { preview, anotherCard, ...limits } = request.query
    const { capPerCharge = null, capPerMonth = null, pausedUntil = null } = limits
    const wanted = preview ? rulesOf({ capPerCharge, capPerMonth, pausedUntil }) : undefined
    return read(request, (tx, scope) =>
      planAnswer(tx, scope, cardLimitCents, { wanted, anotherCard }),
    )
  })

  serve(app, paymentCalls.changeAutoPaySettings, async (request) => {
    const { shown, ...settings } = request.body
    await changeRules(deps, scopeOf(request), { rules: rulesOf(settings), shown })
    return read(request, (tx, scope) => planAnswer(tx, scope, cardLimitCents))
  })

  serve(app, paymentCalls.hasPastDue, (request) =>
    read(request, (tx, { accountId }) => hasPastDue(tx, accountId, cardLimitCents)),
  )

  serve(app, paymentCalls.listEligibleInvoices, (request) =>
    read(request, (tx, scope) => plannedInvoices(tx, scope, cardLimitCents)),
  )

  serve(app, paymentCalls.listUpcomingInvoices, (request) =>
    read(request, (tx, scope) => upcomingInvoices(tx, scope, cardLimitCents)),
  )
}

const rulesOf = ({ capPerCharge, capPerMonth, pausedUntil }: AutoPaySettings): AutoPayRules => ({
  capPerChargeCents: capInCents('capPerCharge', capPerCharge),
  capPerMonthCents: capInCents('capPerMonth', capPerMonth),
  pausedUntil: existingDay(pausedUntil),
})

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
