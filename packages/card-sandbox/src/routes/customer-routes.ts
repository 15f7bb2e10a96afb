import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { findCustomer } from '../find.ts'
import { newId } from '../ids.ts'
import type { CustomerRecord } from '../state/records.ts'
import { customerView } from '../views/customer-view.ts'
import { refused } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import { changed, type Params } from '../wire/params.ts'
import type { Route } from './route.ts'

const settable = [
  'address',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
]

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    accepts: settable,
    answer({ account, params, cause }) {
      const blank: CustomerRecord = {
        id: newId('cus_', 14),
        created: account.now(),
        email: null,
        name: null,
        description: null,
        phone: null,
        address: null,
        metadata: {},
        defaultPaymentMethod: null,
      }
      const customer = account.customers.put(withChanges(account, blank, params))
      account.emit('customer.created', customerView(customer), cause)
      return customerView(customer)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    accepts: [...listParams, 'email'],
    answer({ account, params }) {
      const email = params.text('email')
      const customers = account.customers.newestFirst()
      const found = customers.filter((customer) => !email || customer.email === email)
      return listPage('/v1/customers', found, params, customerView)
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    accepts: settable,
    answer({ account, id, params, cause }) {
      const former = findCustomer(account, id)
      const customer = account.customers.put(withChanges(account, former, params))
      account.emit('customer.updated', customerView(customer), cause)
      return customerView(customer)
    },
  },
]

function withChanges(account: Account, former: CustomerRecord, params: Params): CustomerRecord {
  return {
    ...former,
    email: changed(params.text('email'), former.email),
    name: changed(params.text('name'), former.name),
    description: changed(params.text('description'), former.description),
    phone: changed(params.text('phone'), former.phone),
    address: readAddress(params.nested('address')) ?? former.address,
    metadata: params.metadata(former.metadata),
    defaultPaymentMethod: defaultCard(account, former, params),
  }
}

/** Only a card of the customer can be the default card. */
function defaultCard(
  account: Account,
  { id, defaultPaymentMethod }: CustomerRecord,
  params: Params,
) {
  const given = params.nested('invoice_settings')?.text('default_payment_method')
  if (!given) return changed(given, defaultPaymentMethod)
  if (account.paymentMethods.get(given)?.customer === id) return given
  throw refused(
    `The customer does not have a payment method with the ID ${given}. ` +
      'The payment method must be attached to the customer.',
    { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
  )
}

export function readAddress(params: Params | undefined): Stripe.Address | null {
  if (!params) return null
  const part = (name: string) => params.text(name) || null
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  }
}
