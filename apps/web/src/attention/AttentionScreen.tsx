import { attentionList } from '@portal/domain/attention/attention-lists'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useNow } from '../kernel/useNow.ts'
import { useTyped } from '../session/useTyped.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { EmptyState, QueryError } from '../ui/ErrorState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { BackLink } from '../ui/page/PathLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Asked, QuestionProps } from './asked.ts'
import { attentionQuery, resolveItem } from './attention.api.ts'
import { AttentionSection } from './AttentionSection.tsx'
import { BankAccounts } from './BankAccounts.tsx'
import { ChargingStops } from './ChargingStops.tsx'
import { emptyNotes } from './empty-notes.ts'
import { ExplainDialog } from './ExplainDialog.tsx'
import { ItemFacts } from './ItemFacts.tsx'
import { useChangedItem } from './useChangedItem.tsx'
import { useResolve } from './useResolve.ts'

const route = getRouteApi('/attention')

export function AttentionScreen() {
  const { list } = route.useSearch()
  const page = useQuery(attentionQuery(list))
  const { value: asked, set: setAsked } = useTyped<Asked | undefined>('asked', undefined)
  const [done, setDone] = useState('')
  const now = useNow()
  const finish = (message: string) => {
    setAsked(undefined)
    setDone(message)
  }
  const close = () => setAsked(undefined)
  const Question = asked?.name === 'explain' ? ExplainDialog : ResolveDialog
  const lists = page.data?.lists ?? []
  const listed = lists
    .find(({ key }) => key === asked?.list)
    ?.items.find(({ accountId, id }) => accountId === asked?.item.accountId && id === asked.item.id)
  const isEmpty = lists.every(({ key }) => attentionList(key).isForInformation)
  const hasNothing =
    isEmpty &&
    !(list && lists.length > 0) &&
    page.data !== undefined &&
    page.data.stops.length === 0

  return (
    <Page
      title={list ? attentionList(list).title : 'Needs attention'}
      subtitle={
        !hasNothing &&
        "Items of all companies, oldest first. Your actions here are recorded in the company's history."
      }
      above={list && <BackLink path="/attention">Needs attention</BackLink>}
    >
      {done && (
        <Banner tone="ok" role="status" onDismiss={() => setDone('')}>
          {done}
        </Banner>
      )}
      {page.isPending ? (
        <Card flush>
          <Skeleton lines={6} lineHeight={62} label="Loading what needs attention" />
        </Card>
      ) : !page.data ? (
        <Card flush>
          <QueryError
            query={page}
            text={failureText(page.error, 'The items that need attention could not be loaded.')}
          />
        </Card>
      ) : (
        <>
          {!list && <ChargingStops stops={page.data.stops} onDone={finish} />}
          {hasNothing && (
            <Card flush>
              <EmptyState
                icon={<CircleCheck size={24} aria-hidden />}
                // The address shows only one list; other lists may have items.
                text={list ? 'This list is empty' : 'Nothing needs attention'}
                note={
                  list
                    ? emptyNotes[list]
                    : 'Items of every company that need a super admin appear here: invoices on hold, unresolved payments, rejected emails and rejected imports.'
                }
              />
            </Card>
          )}
          {lists.map((one) => (
            <AttentionSection key={one.key} list={one} now={now} onAsk={setAsked} />
          ))}
        </>
      )}
      {asked && (
        <Question
          asked={{ ...asked, item: listed ?? asked.item }}
          isGone={!listed?.canAct}
          onClose={close}
          onDone={finish}
        />
      )}
    </Page>
  )
}

/** Describes the action, and carries it out once confirmed. */
function ResolveDialog({ asked, isGone, onClose, onDone }: QuestionProps) {
  const { list, name, item } = asked
  const action = attentionList(list).actions[name]!
  const { bankAccounts } = item
  const { busy, error, isOver, start } = useResolve(
    () => resolveItem(list, name, item),
    onDone,
    isGone,
  )
  const { isChanged, changed } = useChangedItem(list, item)
  return (
    <Dialog
      open
      wide
      title={action.label}
      description={action.question(item)}
      busy={busy}
      error={error ? failureText(error, 'The outcome is unknown. Please try again.') : undefined}
      onClose={onClose}
      cancel={isOver ? 'Close' : 'Cancel'}
      actions={
        !isOver && (
          <Button tone="primary" busy={busy} onClick={() => start()}>
            {isChanged ? `${action.label} as changed` : error ? 'Try again' : action.label}
          </Button>
        )
      }
    >
      <ItemFacts list={list} item={item} />
      {changed}
      {bankAccounts && <BankAccounts accounts={bankAccounts} />}
    </Dialog>
  )
}
