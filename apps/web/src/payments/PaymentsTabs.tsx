import { Book, Cog, CreditCard, Hourglass, Inbox, List, Tags } from 'lucide-react'
import { PathLink } from '../ui/PathLink.tsx'
import { paymentTabs, tabPath, type PaymentTab } from './payments-search.ts'
import css from './PaymentsTabs.module.css'

const looks = {
  card: { label: 'Cards on File', Icon: CreditCard },
  balance: { label: 'Balance', Icon: Tags },
  autopay: { label: 'AutoPay', Icon: Hourglass },
  paymentHistory: { label: 'Payment History', Icon: List },
  recipients: { label: 'Recipients', Icon: Inbox },
  faq: { label: 'FAQ', Icon: Book },
  instructions: { label: 'Instructions', Icon: Cog },
}

/** Links, so that each tab can be opened in a tab of the browser. */
export function PaymentsTabs({ current }: { current: PaymentTab }) {
  return (
    <nav className={css.tabs} aria-label="Payments">
      <ul>
        {paymentTabs.map((tab) => {
          const { label, Icon } = looks[tab]
          return (
            <li key={tab}>
              <PathLink path={tabPath(tab)} aria-current={tab === current ? 'page' : undefined}>
                <Icon size={16} aria-hidden />
                {label}
              </PathLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export const tabLabel = (tab: PaymentTab) => looks[tab].label
