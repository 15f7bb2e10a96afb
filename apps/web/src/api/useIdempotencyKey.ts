import { useState } from 'react'
import { isUncertain } from './call-failed.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

/**
 * The key of one intended payment: created before the click and kept until the server has responded.
 * Trying again after a lost response therefore never pays twice. A response ends the use of the key.
 */
export function useIdempotencyKey() {
  const [key, setKey] = useState(newIdempotencyKey)
  return {
    key,
    afterAnswer: (error: unknown) => {
      if (error && isUncertain(error)) return
      setKey(newIdempotencyKey())
    },
  }
}
