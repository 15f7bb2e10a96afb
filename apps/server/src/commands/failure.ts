/** Returns what went wrong, worded for the person on the command line. */
export function reasonOf(error: unknown): string {
  // Several addresses of one host failed; the first error is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database does not respond (${error.message}). Is it running?`
  if (code === '42P01') return `${error.message}. Run portal migrate first.`
  return error.message
}
