import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { toCents } from '@portal/domain/kernel/money'
import { Money } from '../ui/Money.tsx'
import css from './RequestContent.module.css'

/** What is to be installed, and what that costs. */
export function EquipmentItems({ request }: { request: EquipmentRequest }) {
  const { lineItemCount, lineItems } = request.lineItems
  return (
    <section aria-label="Items">
      <h2 className={css.heading}>
        {lineItemCount === 1 ? '1 item' : `${lineItemCount.toLocaleString('en-US')} items`}
      </h2>
      {lineItemCount > 0 && (
        <ul className={css.items}>
          {lineItems.map((item, place) => (
            // Two lines of a request may carry one id.
            <li key={place}>
              <b>{item.equipmentName}</b>
              <Money cents={toCents(item.installationFee, 'USD')} currency="USD" />
              <dl>
                {item.equipmentType && (
                  <div>
                    <dt>Type</dt>
                    <dd>{item.equipmentType}</dd>
                  </div>
                )}
                {item.dataCenter && (
                  <div>
                    <dt>Data center</dt>
                    <dd>{item.dataCenter}</dd>
                  </div>
                )}
              </dl>
              {item.notes && <p>{item.notes}</p>}
            </li>
          ))}
        </ul>
      )}
      <div className={css.sum}>
        <span>Total</span>
        <Money cents={toCents(request.total, 'USD')} currency="USD" />
      </div>
    </section>
  )
}
