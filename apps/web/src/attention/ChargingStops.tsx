import type { AttentionPage } from '@portal/domain/attention/attention.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { formatInstant } from '../kernel/instant.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ChangedSince, useBefore } from '../ui/ChangedSince.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Stack, Text } from '../ui/parts.tsx'
import { startCharging } from './attention.api.ts'
import css from './ChargingStops.module.css'
import { useResolve } from './useResolve.ts'

type Stop = AttentionPage['stops'][number]
type Startable = Exclude<Stop['kind'], 'new_instance'>

const words: Record<Stop['kind'], { title: string; todo: string }> = {
  all: {
    title: 'All card payments are stopped.',
    todo: 'Find out why before you start them again.',
  },
  automatic: {
    title: 'AutoPay and payments of several invoices are paused. Single invoices can be paid.',
    todo: "Compare with the card provider, have the provider's systems send all records again, then start (operations guide, “Restoring”).",
  },
  new_instance: {
    title: 'Card payments are stopped until you name the database that this one continues.',
    todo: 'Run “portal charging start --continue-instance” (operations guide, “Stop all charging”).',
  },
}

interface ChargingStopsProps {
  stops: AttentionPage['stops']
  onDone: (message: string) => void
}

/** The stops of charging, each with its reason and a button to resume. */
export function ChargingStops({ stops, onDone }: ChargingStopsProps) {
  const [asked, setAsked] = useState<Stop & { kind: Startable }>()
  const now = asked && stops.find(({ kind }) => kind === asked.kind)
  return (
    <>
      {stops.map(({ kind, ...stop }) => (
        <Banner key={kind} tone={kind === 'automatic' ? 'warn' : 'danger'}>
          <Stack gap={1} className={css.stop}>
            <Text as="p" weight={600}>
              {words[kind].title}
            </Text>
            <p>
              Since <Instant at={stop.stoppedAt} />. Reason: <bdi>{stop.reason}</bdi>
            </p>
            <p>{words[kind].todo}</p>
            {kind !== 'new_instance' && (
              <Button size="small" onClick={() => setAsked({ kind, ...stop })}>
                Start again
              </Button>
            )}
          </Stack>
        </Banner>
      ))}
      {asked && (
        <StartDialog
          kind={asked.kind}
          stop={now ?? asked}
          isGone={!now}
          onClose={() => setAsked(undefined)}
          onDone={(message) => {
            setAsked(undefined)
            onDone(message)
          }}
        />
      )}
    </>
  )
}

const questions: Record<Startable, string> = {
  all: 'All companies can pay by card again immediately. AutoPay catches up on today’s run if it was due.',
  automatic:
    'AutoPay resumes with its next run, and several invoices can be paid together again immediately. ' +
    'Unknown payments at the card provider are acknowledged.',
}

interface StartDialogProps {
  kind: Startable
  /** The stop as currently listed. */
  stop: Stop
  /** Another user has already resumed charging. */
  isGone: boolean
  onClose: () => void
  onDone: (message: string) => void
}

function StartDialog({ kind, stop, isGone, onClose, onDone }: StartDialogProps) {
  const { reason, stoppedAt } = stop
  const now = `stopped since ${formatInstant(stoppedAt)} for this reason: ${isolated(reason)}`
  const before = useBefore(now)
  const [isConfirmed, setConfirmed] = useState(kind === 'all')
  const { busy, error, isOver, start } = useResolve(
    () => startCharging(kind, { reason, stoppedAt }),
    onDone,
    isGone,
  )
  return (
    <Dialog
      open
      title="Start charging again"
      description={questions[kind]}
      busy={busy}
      error={error ? failureText(error, 'The outcome is unknown. Please try again.') : undefined}
      onClose={onClose}
      cancel={isOver ? 'Close' : 'Cancel'}
      actions={
        !isOver && (
          <Button
            tone="primary"
            busy={busy}
            disabledReason={!isConfirmed && 'First confirm that the records were sent again.'}
            onClick={() => start()}
          >
            Start again
          </Button>
        )
      }
    >
      <ChangedSince before={before} now={now} />
      {kind === 'automatic' && (
        <Checkbox isField checked={isConfirmed} onChange={setConfirmed}>
          The provider’s systems have sent all records again since the restore.
        </Checkbox>
      )}
    </Dialog>
  )
}
