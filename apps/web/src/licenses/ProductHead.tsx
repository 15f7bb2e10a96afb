import type { Product } from '@portal/domain/licenses/licenses.schema'
import { PencilLine } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import css from './ItemForm.module.css'

/** The chosen product, above its second step; Edit leads back to the products. */
export function ProductHead({ product, onBack }: { product: Product; onBack: () => void }) {
  return (
    <div className={css.product}>
      <div>
        <span>Product</span>
        <strong>{product.description}</strong>
      </div>
      <Button size="small" icon={<PencilLine size={14} aria-hidden />} onClick={onBack}>
        Edit
      </Button>
    </div>
  )
}
