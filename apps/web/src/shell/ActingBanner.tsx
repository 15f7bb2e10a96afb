import type { Company } from '@portal/domain/companies/companies.schema'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import type { SignedIn } from '../session/useSession.ts'
import css from './ActingBanner.module.css'

/** Working in another company's name is never to be overlooked, and ends with one press. */
export function ActingBanner({ me, company }: { me: SignedIn['me']; company: Company }) {
  const choose = useChooseCompany()
  const navigate = useNavigate()
  return (
    <div className={css.acting} role="region" aria-label="Acting for a company">
      <span>
        You are acting as <b>{company.name}</b>
      </span>
      <button
        type="button"
        className={css.exit}
        onClick={() => {
          choose({ accountId: me.accountId, name: me.companyName })
          void navigate({ to: '/companies' })
        }}
      >
        <X size={14} aria-hidden />
        Exit
      </button>
    </div>
  )
}
