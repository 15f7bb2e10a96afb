import { formatDay } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import { plural } from '../kernel/plural.ts'
import { orderNumber } from '../licenses/order-number.ts'
import { cardName } from '../payments/card-name.ts'
import { permissionLabels } from '../kernel/permissions.ts'
import type { DueSum, Home } from './home.schema.ts'

/** A task that waits for the user, with the page on which it is done. */
export interface Task {
  kind:
    | 'overdue'
    | 'card'
    | 'asked'
    | 'soon'
    | 'accessRequest'
    | 'approvals'
    | 'draft'
    | 'unsent'
    | 'recipient'
  /** Unique within a list. */
  key: string
  /** Only tasks that cost money if they wait have a color. */
  tone: 'danger' | 'warn' | 'plain'
  title: string
  detail: string
  /** Completes `detail` with an instant: `Asked`, and when. */
  at?: { words: string; instant: string }
  sums: { amount: number; currencyIsoCode: string }[]
  verb: string
  path: string
}

/** An amount that is overdue for longer than this is shown as an alarm. */
const lateDays = 30

/** With more of one kind, the kind is one task. */
const mostListed = 3

/** Returns the tasks of the user, the most urgent first. */
export function workList(home: Home): Task[] {
  return [
    ...overdueTask(home),
    ...cardTask(home),
    ...home.asked.map(askedTask),
    ...soonTask(home),
    ...accessTasks(home),
    ...approvalsTask(home),
    ...unsentTask(home),
    ...draftTasks(home),
    ...recipientTasks(home),
  ]
}

const sumsOf = (due: readonly DueSum[], key: 'overdue' | 'soon') =>
  due
    .filter((sum) => sum[key] !== 0)
    .map((sum) => ({ amount: sum[key], currencyIsoCode: sum.currencyIsoCode }))

function overdueTask({ due, paying }: Home): Task[] {
  const late = due?.filter(({ overdueCount }) => overdueCount > 0) ?? []
  const count = late.reduce((sum, one) => sum + one.overdueCount, 0)
  if (count === 0) return []
  const days = Math.max(...late.map(({ oldestDays }) => oldestDays))
  const canPay = (paying?.payable.count ?? 0) > 0
  const planned = (paying?.isEnrolled && paying.nextRun?.overdueCount) || 0
  const isOne = count === 1
  const oldest = isOne ? `For ${plural(days, 'day')}.` : `The oldest for ${plural(days, 'day')}.`
  const which = isOne ? 'it' : planned === count ? 'them' : `${planned} of them`
  const others = late.flatMap(({ currencyIsoCode: code }) => (code === 'USD' ? [] : [code]))
  return [
    {
      kind: 'overdue',
      key: 'overdue',
      tone: days > lateDays ? 'danger' : 'warn',
      title: isOne ? '1 invoice is overdue' : `${plural(count, 'invoice')} are overdue`,
      detail:
        planned > 0 && paying?.nextRun
          ? `${oldest} AutoPay charges ${which} on ${formatDay(paying.nextRun.runsAt)}.`
          : oldest +
            (canPay && others.length > 0 ? ` Pay ${others.join(', ')} by bank transfer.` : ''),
      sums: sumsOf(late, 'overdue'),
      verb: !canPay ? 'See them' : others.length > 0 ? 'Pay USD now' : 'Pay now',
      path: `/invoices?due=overdue${canPay ? '&payAll=overdue' : ''}`,
    },
  ]
}

function soonTask({ due }: Home): Task[] {
  const soon = due?.filter(({ soonCount }) => soonCount > 0) ?? []
  const count = soon.reduce((sum, one) => sum + one.soonCount, 0)
  if (count === 0) return []
  const first = soon.flatMap(({ soonDay }) => soonDay ?? []).toSorted()[0]
  const isOne = count === 1
  return [
    {
      kind: 'soon',
      key: 'soon',
      tone: 'warn',
      title: isOne ? '1 invoice is due soon' : `${plural(count, 'invoice')} are due soon`,
      detail: first === undefined ? '' : `${isOne ? 'On' : 'The first on'} ${formatDay(first)}.`,
      sums: sumsOf(soon, 'soon'),
      verb: isOne ? 'See it' : 'See them',
      path: '/invoices?due=7',
    },
  ]
}

/** Returns a task about the default card, if AutoPay charges it or a user pays with it. */
function cardTask({ paying }: Home): Task[] {
  if (!paying?.cardNotice) return []
  const { card, cardNotice, isEnrolled } = paying
  const name = card ? cardName(card) : ''
  const titles = {
    missing: 'AutoPay has no card',
    stopped: `${name} is no longer charged`,
    expired: `${name} has expired`,
    soon: `${name} expires on ${formatDay(paying.cardLastDay ?? '')}`,
  }
  const details = {
    missing: 'Nothing is charged until you choose a default card.',
    stopped: 'Its bank declined it for good.',
    expired: isEnrolled ? 'AutoPay uses it and cannot charge it.' : 'It is your default card.',
    soon: isEnrolled ? 'AutoPay uses it.' : 'It is your default card.',
  }
  return [
    {
      kind: 'card',
      key: 'card',
      tone: cardNotice === 'soon' || !isEnrolled ? 'warn' : 'danger',
      title: titles[cardNotice],
      detail: details[cardNotice],
      sums: [],
      verb: cardNotice === 'missing' ? 'Choose a card' : 'Replace card',
      path: '/payments',
    },
  ]
}

const askedTask = (asked: Home['asked'][number]): Task => ({
  kind: 'asked',
  key: `asked ${asked.invoiceNumber}`,
  tone: 'warn',
  title: `Your bank asks about ${isolated(asked.invoiceNumber)}`,
  detail: 'Answer it to finish the payment.',
  at: { words: 'Waiting since', instant: asked.since },
  sums: [{ amount: asked.amount, currencyIsoCode: asked.currencyIsoCode }],
  verb: 'Answer bank',
  path: asked.isInBatch
    ? '/invoices?payAll=result'
    : `/invoices/detail/${encodeURIComponent(asked.invoiceNumber)}?pay=open`,
})

function accessTasks({ accessRequests: all }: Home): Task[] {
  const [oldest] = all
  if (!oldest || all.length <= mostListed) return all.map(accessTask)
  return [
    {
      ...accessTask(oldest),
      key: 'access',
      title: `${all.length} requests for access wait`,
      at: { words: 'The oldest from', instant: oldest.createdDate },
      path: '/users',
    },
  ]
}

const accessTask = (asked: Home['accessRequests'][number]): Task => ({
  kind: 'accessRequest',
  key: `access ${asked.userId} ${asked.permission}`,
  tone: 'plain',
  title: `${isolated(asked.userName)} asks for ${permissionLabels[asked.permission]}`,
  detail: '',
  at: { words: 'Asked', instant: asked.createdDate },
  sums: [],
  verb: 'Decide',
  path: `/users?open=${asked.userId}`,
})

function approvalsTask({ approvals }: Home): Task[] {
  if (!approvals || approvals.count === 0) return []
  const { count, total, ids } = approvals
  const [only] = ids
  const isOne = count === 1
  return [
    {
      kind: 'approvals',
      key: 'approvals',
      tone: 'plain',
      title: isOne
        ? '1 equipment request waits for approval'
        : `${plural(count, 'equipment request')} wait for approval`,
      detail: ids.map(isolated).join(', ') + (count > ids.length ? ', …' : ''),
      sums: total === 0 ? [] : [{ amount: total, currencyIsoCode: 'USD' }],
      verb: 'Review',
      path: isOne && only !== undefined ? `/erf/detail/${encodeURIComponent(only)}` : '/erf',
    },
  ]
}

function unsentTask({ unsentItems, unsentDraft }: Home): Task[] {
  if (unsentItems === 0) return []
  return [
    {
      kind: 'unsent',
      key: 'unsent',
      tone: 'plain',
      title: 'Your license order is not submitted',
      detail: plural(unsentItems, 'item'),
      sums: [],
      verb: 'Continue',
      path: `/licenses?draft=${unsentDraft ?? ''}`,
    },
  ]
}

function draftTasks({ drafts, draftCount }: Home): Task[] {
  const shown = drafts.map((draft): Task => ({
    kind: 'draft',
    key: `draft ${draft.id}`,
    tone: 'plain',
    title: `Draft #${orderNumber(draft.id)} is not submitted`,
    detail: `${[isolated(draft.savedBy), plural(draft.itemCount, 'item')].filter(Boolean).join(', ')},`,
    at: { words: 'saved', instant: draft.createdDate },
    sums: [],
    verb: 'Open draft',
    path: `/licenses?draft=${draft.id}`,
  }))
  if (draftCount <= drafts.length) return shown
  return [
    ...shown,
    {
      kind: 'draft',
      key: 'more drafts',
      tone: 'plain',
      title: `${plural(draftCount - drafts.length, 'more draft')} not submitted`,
      detail: '',
      sums: [],
      verb: 'See drafts',
      path: '/licenses?status=Draft',
    },
  ]
}

/** Recipients of payment mails are managed by users who may pay. */
function recipientTasks(home: Home): Task[] {
  const { refusedRecipients: all, paying } = home
  const [newest] = all
  if (!newest || all.length <= mostListed) return all.map((one) => recipientTask(one, home))
  return [
    {
      ...recipientTask(newest, home),
      key: 'recipients',
      title: `Emails to ${all.length} addresses are refused`,
      detail: 'The mailboxes do not exist.',
      at: { words: 'The last one since', instant: newest.since },
      path: paying ? '/payments?tab=recipients' : '/users',
    },
  ]
}

const recipientTask = (
  { email, since }: Home['refusedRecipients'][number],
  { paying }: Home,
): Task => ({
  kind: 'recipient',
  key: `recipient ${email}`,
  tone: 'warn',
  title: `Emails to ${isolated(email)} are refused`,
  detail: 'The mailbox does not exist.',
  at: { words: 'Since', instant: since },
  sums: [],
  verb: paying ? 'See recipients' : 'See users',
  path: paying ? '/payments?tab=recipients' : `/users?q=${encodeURIComponent(email)}`,
})
