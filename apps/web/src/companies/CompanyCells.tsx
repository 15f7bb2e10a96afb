import type { Company } from '@portal/domain/companies/companies.schema'
import { ChevronRight } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import css from './CompaniesScreen.module.css'

export const companyColumns = [
  { id: 'name', header: 'Name' },
  { id: 'account', header: 'Account id' },
  { id: 'open', header: <span className="sr-only">Chosen</span> },
] as const

interface CompanyCellsProps {
  company: Company
  isActive: boolean
  onChoose: () => void
}

export function CompanyCells({ company, isActive, onChoose }: CompanyCellsProps) {
  return (
    <>
      <span role="gridcell" className={css.name}>
        <button type="button" data-opens tabIndex={-1} className={css.choose} onClick={onChoose}>
          {company.name}
        </button>
      </span>
      <span role="gridcell" className={css.account}>
        {company.accountId}
      </span>
      <span role="gridcell" className={css.go}>
        {isActive && <Badge tone="accent">Chosen</Badge>}
        <ChevronRight size={16} aria-hidden />
      </span>
    </>
  )
}
