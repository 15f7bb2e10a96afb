export type RefusalStatus =
  400 | 401 | 402 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503

/** A request we understood and turned down; its message is written for the person who asked. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly statusCode: RefusalStatus,
    message: string,
    /** Seconds after which the same request may work. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** Unknown, and anything of another company: nobody can tell the two apart. */
export const notFound = () => new Refusal(404, 'Not found.')
