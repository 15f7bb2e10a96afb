/** The operations that the provider's script in the page requests from its frames. */
export type Op =
  'blur' | 'challenge' | 'clear' | 'focus' | 'payment_method' | 'token' | 'update' | 'value'

export type ToFrame = { call: number; op: Op; body: unknown }

/** The answer to a call, or an event of the frame. */
export type FromFrame = { answer: number; body: unknown } | { event: string; body: unknown }

/** A parameter after the `#` of the frame's address, because that part is not sent to a server. */
export const parentOriginParam = 'parent'
