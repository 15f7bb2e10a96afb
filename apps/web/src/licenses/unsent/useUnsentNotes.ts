import type { KeptUnsentOrder } from '@portal/domain/licenses/licenses.schema'
import type { UnsentChange } from '@portal/domain/licenses/unsent-changes'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { CallFailed, isUncertain } from '../../api/call-failed.ts'
import { useConnection } from '../../api/connection.ts'
import { useTyped } from '../../session/useTyped.ts'
import { isNotAuthorized, NotMade, reportNotMade } from './not-made.ts'
import { changesInTurn, makeChange, showNewest, type Owner } from './unsent.api.ts'

interface TypedNotes {
  text: string
  /** The stored text when typing began. */
  seen: string
  draft: number | undefined
  since: number
  /** Another window changed the stored text: the typed text is not sent until the person types again. */
  isRefused?: true
}

/** The pause after the last key before the notes are sent, and the pause before a retry. */
const pauseMs = 800
const retryMs = 10_000

/** The notes of the order: typed text stays in the browser until the server has stored it. */
export function useUnsentNotes(owner: Owner, kept: KeptUnsentOrder | undefined) {
  const isReached = useConnection() === 'reached'
  const stored = kept?.order?.data.notes ?? ''
  const {
    value: typed,
    set,
    discard,
  } = useTyped<TypedNotes | undefined>('additional information', undefined)
  const storing = useMutation({
    scope: changesInTurn,
    mutationFn: (sent: TypedNotes) =>
      makeChange(owner, { change: changeOf(sent), since: sent.since }),
    onSuccess: ({ revision, order }, { text }) =>
      set((now) =>
        !now || now.text === text
          ? undefined
          : { text: now.text, seen: text, draft: order?.draft?.id, since: revision },
      ),
    onError: (error, sent) => {
      // After the end of the session the text waits for the next sign-in.
      void showNewest(owner)
      if (mayBeSentLater(error)) return
      set((now) => now && { ...now, isRefused: true })
      reportNotMade(error, changeOf(sent), owner.accountId)
    },
  })
  const next = typed && !typed.isRefused && !storing.isPending && isReached ? typed : undefined
  const store = () => next && storing.mutate(next)
  const storeNow = useEffectEvent(store)
  const hasFailed = storing.isError && storing.variables.text === typed?.text
  const pause = hasFailed ? retryMs : pauseMs
  useEffect(() => {
    const timer = next && setTimeout(() => storeNow(), pause)
    return () => clearTimeout(timer)
  }, [next, pause])
  // Also sends the last text when the person leaves the screen.
  useEffect(() => () => storeNow(), [])

  return {
    text: typed?.text ?? stored,
    isStored: typed === undefined,
    isRefused: typed?.isRefused ?? false,
    isWaiting: hasFailed || !isReached,
    discard,
    type: (text: string) =>
      set((now) =>
        now && !now.isRefused
          ? { ...now, text }
          : { text, seen: stored, draft: kept?.order?.draft?.id, since: kept?.revision ?? 0 },
      ),
    store,
    /** Resolves when the server has stored the typed text. */
    stored: async () => {
      if (typed) await storing.mutateAsync(typed)
    },
  }
}

const mayBeSentLater = (error: unknown) =>
  error instanceof CallFailed
    ? isUncertain(error) || isNotAuthorized(error)
    : !(error instanceof NotMade)

const changeOf = ({ text, seen, draft }: TypedNotes): UnsentChange => ({
  do: 'notes',
  draft,
  seen,
  notes: text,
})
