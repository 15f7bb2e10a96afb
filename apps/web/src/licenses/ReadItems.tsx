import type { ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { requestTypeName } from '@portal/domain/licenses/request-types'
import { changed, requiredBy } from './order-words.ts'
import css from './ReadItems.module.css'

/** The items of an order that was saved. */
export function ReadItems({ items }: { items: readonly ReadLineItem[] }) {
  return (
    <section aria-label="Line items">
      <h3 className={css.title}>{itemCount(items.length)}</h3>
      <ul className={css.items}>
        {items.map((item, index) => (
          // oxlint-disable-next-line no-array-index-key -- imported items need not have an id of their own
          <li key={index}>
            <strong>{item.productName}</strong>
            <dl>
              <Fact label="Customer order id" value={String(item.customerOrderId)} />
              <Fact label="Date required" value={requiredBy(item)} />
              <Fact label="Request type" value={requestTypeName(item.customerOrderRequestTypeId)} />
              <Fact label="Network" value={changed(item, 'oldNetworkName', 'networkName')} />
              <Fact label="User" value={changed(item, 'oldUserName', 'userName')} />
              <Fact label="IP address" value={changed(item, 'oldIPAddress', 'ipAddress')} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  if (!value) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
