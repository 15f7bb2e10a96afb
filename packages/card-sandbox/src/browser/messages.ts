/** What the provider's script in the page asks one of its frames to do. */
export type Op =
  'blur' | 'challenge' | 'clear' | 'focus' | 'payment_method' | 'token' | 'update' | 'value'

export type ToFrame = { call: number; op: Op; body: unknown }

/** An answer to a call, or something that happened in the frame. */
export type FromFrame = { answer: number; body: unknown } | { event: string; body: unknown }

/** In the frame's address, behind the `#`, so that it is sent to nobody. */
export const parentOriginParam = 'parent'
