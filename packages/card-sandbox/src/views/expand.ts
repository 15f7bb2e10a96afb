import type { Account } from '../account.ts'
import { refused } from '../wire/api-error.ts'
import { customerView } from './customer-view.ts'
import { chargeView } from './charge-view.ts'
import { paymentIntentView, setupIntentView } from './intent-views.ts'
import { paymentMethodView } from './payment-method-view.ts'

/** Replaces the ids at these paths by their objects, as `expand[]=data.latest_charge` requests. */
export function expand(account: Account, answer: object, paths: string[]) {
  for (const path of paths) expandPath(account, answer, path.split('.'), path)
}

function expandPath(account: Account, holder: object, steps: string[], path: string) {
  const [step = '', ...rest] = steps
  const value: unknown = Reflect.get(holder, step)
  if (Array.isArray(value)) {
    for (const item of value as object[]) expandPath(account, item, rest, path)
    return
  }
  if (value === undefined) throw notExpandable(path)
  if (value === null) return
  const expanded = typeof value === 'string' ? findById(account, value) : value
  if (typeof expanded !== 'object' || expanded === null) throw notExpandable(path)
  Reflect.set(holder, step, expanded)
  if (rest.length > 0) expandPath(account, expanded, rest, path)
}

function findById(account: Account, id: string) {
  const customer = account.customers.get(id)
  if (customer) return customerView(customer)
  const charge = account.charges.get(id)
  if (charge) return chargeView(charge)
  const payment = account.paymentIntents.get(id)
  if (payment) return paymentIntentView(payment)
  const setup = account.setupIntents.get(id)
  if (setup) return setupIntentView(setup)
  const method = account.paymentMethods.get(id)
  return method && paymentMethodView(method)
}

function notExpandable(path: string) {
  return refused(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
