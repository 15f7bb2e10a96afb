/** A call the server turned down; `message` is its sentence for the person who asked, or empty. */
export class CallFailed extends Error {
  override name = 'CallFailed'

  constructor(
    readonly status: number,
    message: string,
    readonly supportId?: string,
    /** What the status line says, for an answer without a sentence of ours. */
    readonly statusText = '',
  ) {
    super(message)
  }
}

/** The server's own sentence when it sent one, else the screen's. */
export function failureText(error: unknown, fallback: string): string {
  const isSentence = error instanceof CallFailed && error.message !== ''
  return isSentence ? error.message : fallback
}

/** True when nothing is known about what the server did: no answer, or one of its bugs. */
export function isUncertain(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status >= 500
}

/** The id to tell support, when the failure is our bug. */
export function supportIdOf(error: unknown): string | undefined {
  return error instanceof CallFailed ? error.supportId : undefined
}
