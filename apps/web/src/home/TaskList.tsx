import type { Task } from '@portal/domain/home/work-list'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import {
  CalendarClock,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CreditCard,
  KeyRound,
  MailX,
  Network,
  UserPlus,
} from 'lucide-react'
import { Instant } from '../ui/Instant.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import css from './TaskList.module.css'

const icons: Record<Task['kind'], typeof CircleAlert> = {
  overdue: CircleAlert,
  card: CreditCard,
  asked: CirclePause,
  soon: CalendarClock,
  accessRequest: UserPlus,
  approvals: Network,
  draft: KeyRound,
  unsent: KeyRound,
  recipient: MailX,
}

/** The tasks of the user, each with a link to its page. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0)
    return (
      <div className={css.done} role="status">
        <CircleCheck size={22} aria-hidden />
        <p>
          <b>All is done.</b> Nothing waits for you.
        </p>
      </div>
    )
  return (
    <>
      <h2>
        Waiting for you <small className={css.count}>{tasks.length}</small>
      </h2>
      <ul className={css.tasks} aria-label="Waiting for you">
        {tasks.map((task, nth) => (
          <TaskRow key={task.key} task={task} isMain={nth === 0 && task.kind === 'overdue'} />
        ))}
      </ul>
    </>
  )
}

function TaskRow({ task, isMain }: { task: Task; isMain: boolean }) {
  const { kind, tone, title, detail, at, sums, verb, path } = task
  const Icon = icons[kind]
  return (
    <li data-tone={tone}>
      <Icon size={18} aria-hidden />
      <div className={css.words}>
        <b>{title}</b>
        {(detail || at) && (
          <small>
            {detail}
            {at && (
              <span>
                {at.words} <Instant at={at.instant} />
              </span>
            )}
          </small>
        )}
      </div>
      <div className={css.sums}>
        {sums.map(({ amount, currencyIsoCode: code }) => (
          <span key={code}>{formatMoney(toCents(amount, code), code)}</span>
        ))}
      </div>
      <span className={css.button}>
        <ButtonLink
          path={path}
          size="small"
          {...(isMain && { tone: 'primary' })}
          aria-label={`${verb}: ${title}`}
        >
          {verb}
        </ButtonLink>
      </span>
      <ChevronRight size={16} aria-hidden />
    </li>
  )
}
