import type { Home } from '@portal/domain/home/home.schema'
import { workList } from '@portal/domain/home/work-list'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { cardName } from '@portal/domain/payments/card-name'
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { usePortal } from '../session/useSession.ts'
import { QueryError } from '../ui/ErrorState.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Page } from '../ui/page/Page.tsx'
import { ButtonLink, PathLink } from '../ui/page/PathLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { DueTable } from './DueTable.tsx'
import css from './HomeScreen.module.css'
import { homeQuery } from './home.api.ts'
import { NewsList } from './NewsList.tsx'
import { TaskList } from './TaskList.tsx'

/** The user's tasks, and the news since the last visit. */
export function HomeScreen() {
  const { company } = usePortal()
  const query = useQuery(homeQuery(company.accountId))
  const isPhone = useMedia(narrow)
  const home = query.data
  return (
    <Page
      title="Home"
      subtitle={home && <Visit home={home} />}
      primary={isPhone && home && <PayOverdue home={home} />}
    >
      {query.isPending ? (
        <Skeleton lines={8} lineHeight={48} label="Loading what needs you" />
      ) : home ? (
        <Content home={home} />
      ) : (
        <QueryError query={query} text="What needs you could not be loaded." />
      )}
    </Page>
  )
}

function Visit({ home: { today, lastVisit, isOfVisible } }: { home: Home }) {
  const weekday = new Date(today).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  return (
    <>
      {weekday} {formatDay(today)}
      {lastVisit && (
        <>
          {' · '}Last visit <Instant at={lastVisit} />
        </>
      )}
      {isOfVisible && ' · Sums of the invoices you may see'}
    </>
  )
}

/** On phones within reach of the thumb; elsewhere it is beside the task. */
function PayOverdue({ home: { due, paying } }: { home: Home }) {
  if (!paying || paying.payable.count === 0) return null
  const hasOthers = due?.some((sum) => sum.overdueCount > 0 && sum.currencyIsoCode !== 'USD')
  return (
    <ButtonLink
      tone="primary"
      icon={<CreditCard size={16} aria-hidden />}
      path="/invoices?due=overdue&payAll=overdue"
    >
      Pay overdue{hasOthers && ' USD'} · {formatMoney(toCents(paying.payable.total, 'USD'), 'USD')}
    </ButtonLink>
  )
}

function Content({ home }: { home: Home }) {
  const { due, paying } = home
  return (
    <div className={css.home} data-edge data-fills>
      <section className={css.today} aria-label="Today">
        {due && due.length > 0 && <DueTable due={due} />}
        <TaskList tasks={workList(home)} />
        {paying?.isEnrolled && <NextRun paying={paying} />}
      </section>
      <NewsList home={home} />
    </div>
  )
}

function NextRun({ paying }: { paying: NonNullable<Home['paying']> }) {
  const { nextRun, card, notCovered, hidden } = paying
  return (
    <>
      <h2>Next AutoPay run</h2>
      {nextRun ? (
        <dl className={css.facts}>
          <div>
            <dt>When</dt>
            <dd>
              <Instant at={nextRun.runsAt} />
            </dd>
          </div>
          <div>
            <dt>Will charge</dt>
            <dd>
              {plural(nextRun.count, 'invoice')},{' '}
              <b>{formatMoney(toCents(nextRun.total, 'USD'), 'USD')}</b> <small>USD</small>
            </dd>
          </div>
          {card && (
            <div>
              <dt>Card</dt>
              <dd>
                {cardName(card)}
                {paying.cardLastDay && `, expires ${expiryOf(paying.cardLastDay)}`}
              </dd>
            </div>
          )}
          {(notCovered > 0 || hidden > 0) && (
            <div>
              <dt>Besides</dt>
              <dd>
                {notCovered > 0 && (
                  <PathLink path="/payments?tab=autopay">
                    {plural(notCovered, 'invoice')} not covered, with reasons
                  </PathLink>
                )}
                {hidden > 0 && (
                  <span>
                    {notCovered > 0 && ' · '}
                    {hiddenText(hidden)}
                  </span>
                )}
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className={css.nothing}>
          {hidden > 0
            ? `AutoPay charges none of the invoices you see in the next days; ${hiddenText(hidden)}.`
            : 'AutoPay charges nothing in the next days.'}{' '}
          <PathLink path="/payments?tab=autopay">See the plan</PathLink>
        </p>
      )}
    </>
  )
}

/** Does not reveal whether AutoPay charges invoices that the user may not see. */
const hiddenText = (hidden: number) =>
  `${plural(hidden, 'open invoice')} in categories that you do not see may be charged too`

/** `08/2029` */
const expiryOf = (lastDay: string) => `${lastDay.slice(5, 7)}/${lastDay.slice(0, 4)}`
