import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { config } from '../api/config.ts'
import { Card } from '../ui/Card.tsx'
import css from './FaqPanel.module.css'

/** All five answers at once: they are short, and nothing has to be unfolded to be found. */
export function FaqPanel() {
  const { questions } = cardPaymentFacts(config.cardLimitCents)
  return (
    <Card>
      <h2 className={css.title}>Frequetly Asked Questions(FAQ)</h2>
      <dl className={css.questions}>
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
