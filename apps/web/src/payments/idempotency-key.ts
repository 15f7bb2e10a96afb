import { useState } from 'react'
import { isUncertain } from '../api/call-failed.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'

/**
 * The key of one wish to pay: made before the click and kept until the server has answered, so
 * that trying again after a lost answer can never pay twice. An answer ends the wish.
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
