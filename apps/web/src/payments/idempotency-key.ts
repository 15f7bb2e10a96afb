import { useState } from 'react'
import { isUncertain } from '../api/call-failed.ts'

/** 128 random bits; unlike `randomUUID` also to be had where the page is not encrypted. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

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
