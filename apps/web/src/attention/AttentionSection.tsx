import { attentionList, type AttentionAction } from '@portal/domain/attention/attention-lists'
import type { AttentionItem, AttentionPage } from '@portal/domain/attention/attention.schema'
import { plural } from '@portal/domain/kernel/plural'
import { useNavigate } from '@tanstack/react-router'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Money } from '../ui/Money.tsx'
import { Muted, Row, Stack, Text } from '../ui/parts.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import type { Asked } from './asked.ts'
import css from './AttentionSection.module.css'

interface AttentionSectionProps {
  list: AttentionPage['lists'][number]
  now: Date
  onAsk: (asked: Asked) => void
}

/** One list: its items, oldest first, each with its possible actions. */
export function AttentionSection({ list, now, onAsk }: AttentionSectionProps) {
  const { key, total, items } = list
  const { title, help, reason, ageText = agoText, actions, ...shape } = attentionList(key)
  const left = total - items.length
  const heading = `attention-${key}`
  return (
    <Stack as="section" gap={3} className={css.section} aria-labelledby={heading}>
      <header className={css.head}>
        <Row as="h2" gap={3} id={heading}>
          {title} <Badge tone={shape.isForInformation ? 'neutral' : 'danger'}>{total}</Badge>
        </Row>
        <Text as="p" size={1} tone="faint">
          {help
            .split('`')
            .map((part, nth) =>
              nth % 2 === 1 ? <code key={nth}>{part}</code> : <span key={nth}>{part}</span>,
            )}
        </Text>
      </header>
      <Card flush>
        <ul className={css.items}>
          {items.map((item) => (
            <li key={`${item.accountId} ${item.id}`} className={css.item}>
              <Item
                item={item}
                isUser={shape.isOfUsers ?? false}
                reason={reason(item)}
                age={ageText(ageOf(item.since, now))}
              />
              <Row align="stretch" justify="end" wrap className={css.actions} data-screen>
                {item.canAct &&
                  Object.entries<AttentionAction>(actions).map(
                    ([name, action]) =>
                      (action.isFor?.(item) ?? true) && (
                        <Button
                          key={name}
                          size="small"
                          aria-label={`${action.label}: ${item.subject}`}
                          onClick={() => onAsk({ list: key, name, item })}
                        >
                          {action.label}
                        </Button>
                      ),
                  )}
              </Row>
            </li>
          ))}
        </ul>
        {left > 0 && (
          <div className={css.more}>
            <PathLink path={`/attention?list=${key}`}>
              {`and ${left.toLocaleString('en-US')} more`}
            </PathLink>
          </div>
        )}
      </Card>
    </Stack>
  )
}

interface ItemProps {
  item: AttentionItem
  isUser: boolean
  reason: string
  age: string
}

function Item({ item, isUser, reason, age }: ItemProps) {
  const { accountId, companyName, subject, invoiceNumber, amountCents, currency, since } = item
  const choose = useChooseCompany()
  const navigate = useNavigate()
  const actFor = () => choose({ accountId: accountId!, name: companyName ?? accountId! })
  const open =
    (invoiceNumber !== null &&
      (() =>
        navigate({
          to: '/invoices/detail/$invoiceId',
          params: { invoiceId: invoiceNumber },
        }))) ||
    (isUser && (() => navigate({ to: '/users', search: { open: item.id } })))
  return (
    <>
      <div className={css.what}>
        {open ? (
          <button
            type="button"
            className={css.link}
            onClick={() => {
              actFor()
              void open()
            }}
          >
            <bdi>{subject}</bdi>
          </button>
        ) : (
          <Text as="bdi" weight={600}>
            {subject}
          </Text>
        )}
        <Muted as="p" className={css.reason}>
          {reason}
        </Muted>
      </div>
      <div className={css.company}>
        {companyName && accountId && (
          <button
            type="button"
            className={css.link}
            onClick={() => {
              actFor()
              void navigate({ to: '/manage' })
            }}
          >
            <bdi>{companyName}</bdi>
          </button>
        )}
        <small>{accountId ? `Account ${accountId}` : 'No company'}</small>
      </div>
      <div className={css.amount}>
        {amountCents !== null && currency && <Money cents={amountCents} currency={currency} />}
      </div>
      <Instant className={css.age} at={since}>
        {age}
      </Instant>
    </>
  )
}

const agoText = (age: string) => `${age} ago`

/** How long ago an instant was, in the largest whole unit: `3 days`. */
function ageOf(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 60_000))
  if (minutes < 1) return 'seconds'
  if (minutes < 60) return plural(minutes, 'minute')
  if (minutes < 24 * 60) return plural(Math.floor(minutes / 60), 'hour')
  return plural(Math.floor(minutes / 1440), 'day')
}
