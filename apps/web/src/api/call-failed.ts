/** A call that failed. `message` is the server's message for the user, or empty. */
export class CallFailed extends Error {
  override name = 'CallFailed'

  constructor(
    readonly status: number,
    message: string,
    readonly supportId?: string,
    /** The HTTP status text, for a response without a message of ours. */
    readonly statusText = '',
  ) {
    super(message)
  }
}

/** The server's message if it sent one, else the screen's. */
export function failureText(error: unknown, fallback: string): string {
  const isSentence = error instanceof CallFailed && error.message !== ''
  return isSentence ? error.message : fallback
}

/** True if the outcome is unknown: no response, or a server error. */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status >= 500
}

/** The id for support, if the failure is a server error. */
export function supportIdOf(error: unknown): string | undefined {
  return error instanceof CallFailed ? error.supportId : undefined
}
