import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { config } from '../../api/config.ts'
import { Card } from '../../ui/Card.tsx'
import { List, Muted, Text } from '../../ui/parts.tsx'
import css from './FaqPanel.module.css'

/** All five answers are always visible: they are short, and the browser's search finds them. */
export function FaqPanel() {
  const { questions } = cardPaymentFacts(config.cardLimitCents, config.contactEmail)
  return (
    <Card>
      <h2 className={css.title}>Frequetly Asked Questions(FAQ)</h2>
      <List as="dl" className={css.questions}>
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <Text as="dt" weight={600}>
              {question}
            </Text>
            <Muted as="dd">{answer}</Muted>
          </div>
        ))}
      </List>
    </Card>
  )
}
