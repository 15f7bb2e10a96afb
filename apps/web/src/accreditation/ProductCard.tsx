import type { AccreditationProduct } from '@portal/domain/accreditation/accreditation.schema'
import { toCents } from '@portal/domain/kernel/money'
import { GraduationCap } from 'lucide-react'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import css from './Purchase.module.css'

const steps = [
  { id: 'address', label: 'Billing address' },
  { id: 'payment', label: 'Payment' },
] as const

interface ProductCardProps {
  product: AccreditationProduct
  step: (typeof steps)[number]['id']
}

/** What is bought, what it costs, and how far one is. */
export function ProductCard({ product, step }: ProductCardProps) {
  return (
    <Card label="Product">
      <div className={css.product}>
        <span className={css.icon}>
          <GraduationCap size={22} aria-hidden />
        </span>
        <h2>{product.productName}</h2>
        <p className={css.price}>
          <Money
            cents={toCents(product.productPrice, product.currencyIsoCode)}
            currency={product.currencyIsoCode}
          />
        </p>
      </div>
      <ol className={css.steps} aria-label="Steps">
        {steps.map(({ id, label }, place) => (
          <li key={id} aria-current={id === step ? 'step' : undefined}>
            <span aria-hidden>{place + 1}</span>
            {label}
          </li>
        ))}
      </ol>
    </Card>
  )
}
