import type { Holder } from '@portal/domain/kernel/permissions'
import { deeds, memberView } from '@portal/domain/team/member-view'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import { Check, X } from 'lucide-react'
import { Muted, Row, Stack } from '../ui/parts.tsx'
import css from './MemberViewPanel.module.css'
import { viewChanges, type Marked } from './view-changes.ts'

type Viewed = Holder & { categories: readonly InvoiceCategory[] }

interface MemberViewPanelProps {
  who: string
  member: Viewed
  /** The member after a change that is only previewed. */
  after: Viewed | undefined
  /** A description of that change. */
  change: string | undefined
  all: readonly InvoiceCategory[]
}

/** The pages and actions of a member. A previewed change is marked. */
export function MemberViewPanel(props: MemberViewPanelProps) {
  const { who, member, after = member, change, all } = props
  const view = memberView(member, member.categories, all)
  const next = memberView(after, after.categories, all)
  const { menu, categories, deeds: doings } = viewChanges(view, next)
  return (
    <section className={css.view} aria-label={`What ${who} sees`}>
      <h3 className={css.title}>
        What {who} sees{change && <b> {change}</b>}
      </h3>
      <dl className={css.facts}>
        <dt>Menu</dt>
        <dd>
          <Marks items={menu} none="Nothing" />
        </dd>
        <dt>Categories</dt>
        <dd>
          <Marks items={categories} none="None: no invoices" />
        </dd>
      </dl>
      <Stack as="ul" gap={1} size={1} className={css.deeds}>
        {doings.map(({ deed, can, changes }) => {
          const Icon = can ? Check : X
          return (
            <Row as="li" gap={3} key={deed} data-can={can} data-changes={changes || undefined}>
              <Icon size={15} aria-hidden />
              <span className="sr-only">{can ? 'Can: ' : 'Cannot: '}</span>
              {deeds[deed].label}
            </Row>
          )
        })}
      </Stack>
    </section>
  )
}

function Marks({ items, none }: { items: readonly Marked<string>[]; none: string }) {
  if (items.length === 0) return <Muted className={css.none}>{none}</Muted>
  return (
    <Row as="span" gap={2} align="stretch" wrap>
      {items.map(({ item, change }) => (
        <span key={item} className={css.mark} data-change={change === 'kept' ? undefined : change}>
          {change === 'added' && <span className="sr-only">New: </span>}
          {change === 'removed' && <span className="sr-only">Removed: </span>}
          {item}
        </span>
      ))}
    </Row>
  )
}
