import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { downloadInstructions } from '@portal/domain/payments/payments.endpoints'
import { FileText } from 'lucide-react'
import { addressOf } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Muted, Row, Stack } from '../../ui/parts.tsx'
import { PathLink } from '../../ui/page/PathLink.tsx'
import css from './InstructionsPanel.module.css'

/** The guide as a PDF, and a summary of its steps. */
export function InstructionsPanel() {
  const { company } = usePortal()
  const { steps } = cardPaymentFacts(config.cardLimitCents, config.contactEmail)
  const guide = addressOf(downloadInstructions, {
    base: config.mainBase,
    query: { companyFilter: company.accountId },
  })
  return (
    <Card>
      <Row as="header" justify="between" wrap className={css.head}>
        <div>
          <h2>How to pay by credit card</h2>
          <Muted as="p">
            A step-by-step guide to print or share, with the bank details for your open invoices and
            the frequently asked questions.
          </Muted>
        </div>
        <Button
          tone="primary"
          icon={<FileText size={16} aria-hidden />}
          onClick={() => window.open(guide, '_blank', 'noopener')}
        >
          PAYMENT INSTRUCTIONS [PDF]
        </Button>
      </Row>
      <ol className={css.steps}>
        {steps.map(({ title, text, path }) => (
          <Stack as="li" gap={1} key={title}>
            <PathLink className={css.title} path={path}>
              {title}
            </PathLink>
            <Muted>{text}</Muted>
          </Stack>
        ))}
      </ol>
    </Card>
  )
}
