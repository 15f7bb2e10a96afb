/** A call that failed. `message` is the server's message for the user, or empty. */
export class CallFailed extends Error {
  override name = 'CallFailed'

  constructor(
    readonly status: number,
    message: string,
    /** The id of the request in the log. */
    readonly supportId?: string,
    /** The card provider's message for the user. */
    readonly failureMessage = '',
  ) {
    super(message)
  }
}

/** The server's message if it sent one, else the screen's; if the server failed, with the number for support. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailed)) return fallback
  const text = error.message || fallback
  const supportId = error.status >= 500 && supportIdOf(error)
  return supportId ? `${text} Number for support: ${supportId}` : text
}

/** True if the outcome is unknown: no response, or a server error. */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status >= 500
}

/** The number to give to support. */
export function supportIdOf(error: unknown): string | undefined {
  return error instanceof CallFailed ? error.supportId : undefined
}
