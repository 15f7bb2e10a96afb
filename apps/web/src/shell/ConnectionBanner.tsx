import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { checkConnection, lostTexts, useConnection } from '../api/connection.ts'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/parts.tsx'
import css from './ConnectionBanner.module.css'

/** The portal's only message while the server cannot be reached. Everything continues when it is back. */
export function ConnectionBanner() {
  const connection = useConnection()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await checkConnection()
    setBusy(false)
  }
  return (
    // Always in the page, or screen readers would not announce its text.
    <Row align="stretch" justify="center" className={css.place} data-screen role="status">
      {connection !== 'reached' && (
        <Row className={css.banner}>
          <CloudOff size={17} aria-hidden />
          <span>
            {lostTexts[connection]}
            {connection === 'unreachable' && ' Trying again…'}
          </span>
          <Button size="small" busy={busy} onClick={() => void retry()}>
            Retry
          </Button>
        </Row>
      )}
    </Row>
  )
}
