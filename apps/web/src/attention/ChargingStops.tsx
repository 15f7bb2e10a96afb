import type { AttentionPage } from '@portal/domain/attention/attention.schema'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { formatInstant } from '../kernel/instant.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { startCharging } from './attention.api.ts'
import css from './ChargingStops.module.css'
import { useResolve } from './useResolve.ts'

type Kind = AttentionPage['stops'][number]['kind']
type Startable = Exclude<Kind, 'new_instance'>

const words: Record<Kind, { title: string; todo: string }> = {
  all: {
    title: 'All card payments are stopped.',
    todo: 'Find out why before you start them again.',
  },
  automatic: {
    title: 'AutoPay and payments of several invoices are paused. Single invoices can be paid.',
    todo: "Compare with the card provider, have the provider's systems send all records again, then start (operations guide, “Restoring”).",
  },
  new_instance: {
    title: 'Card payments wait for the name of the database that this one continues.',
    todo: 'Run “portal charging start --continue-instance” (operations guide, “Stop all charging”).',
  },
}

interface ChargingStopsProps {
  stops: AttentionPage['stops']
  onDone: (message: string) => void
}

/** What stops charging, why, and how it ends. */
export function ChargingStops({ stops, onDone }: ChargingStopsProps) {
  const [asked, setAsked] = useState<Startable>()
  return (
    <>
      {stops.map(({ kind, reason, stoppedAt }) => (
        <Banner key={kind} tone={kind === 'automatic' ? 'warn' : 'danger'}>
          <div className={css.stop}>
            <p className={css.title}>{words[kind].title}</p>
            <p>
              Since {formatInstant(stoppedAt)}. Reason: <bdi>{reason}</bdi>
            </p>
            <p>{words[kind].todo}</p>
            {kind !== 'new_instance' && (
              <Button size="small" onClick={() => setAsked(kind)}>
                Start again
              </Button>
            )}
          </div>
        </Banner>
      ))}
      {asked && (
        <StartDialog
          kind={asked}
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
  all: 'Every company can pay by card again at once, and AutoPay makes up for today if its run was due.',
  automatic:
    'AutoPay runs again from its next run on, and payments of several invoices are possible at once. ' +
    'Unknown payments at the card provider are acknowledged.',
}

function StartDialog(props: { kind: Startable; onClose: () => void; onDone: (m: string) => void }) {
  const { kind, onClose, onDone } = props
  const [isConfirmed, setConfirmed] = useState(kind === 'all')
  const { busy, error, isOver, start } = useResolve(() => startCharging(kind), onDone)
  return (
    <Dialog
      open
      title="Start charging again"
      description={questions[kind]}
      busy={busy}
      error={
        error
          ? failureText(error, 'Nothing is known about the outcome. Please try again.')
          : undefined
      }
      onClose={onClose}
      actions={
        <>
          <Button disabledReason={busy && 'Your answer is on its way.'} onClick={onClose}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button
              tone="primary"
              busy={busy}
              disabledReason={!isConfirmed && 'Confirm first that the records were sent again.'}
              onClick={() => start()}
            >
              Start again
            </Button>
          )}
        </>
      }
    >
      {kind === 'automatic' && (
        <Checkbox checked={isConfirmed} onChange={setConfirmed}>
          The provider’s systems have sent all records again since the restore.
        </Checkbox>
      )}
    </Dialog>
  )
}
