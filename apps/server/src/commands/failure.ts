/** Returns what went wrong, worded for the person on the command line. */
export function reasonOf(error: unknown): string {
  // All addresses of one host failed; the first error is enough.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (isMissing(error)) return `${error.message}. Run portal migrate first.`
  return error.message
}

/** Whether the schema lacks a table or a function. */
export const isMissing = (error: unknown): boolean =>
  ['42P01', '42883'].includes(codeOf(error) ?? '')

/** Returns why a database cannot be used, and the setting with its address, because other hosts fail with the same errors. */
export function databaseReason(error: unknown, setting: string): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return databaseReason(error.errors[0], setting)
  const text = reasonOf(error)
  const remedy = remedies[codeOf(error) ?? '']
  return remedy ? `${remedy.replaceAll('SETTING', setting)} (${text})` : text
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

const remedies: Record<string, string> = {
  ENOTFOUND: 'the host in SETTING does not exist',
  EAI_AGAIN: 'the host in SETTING cannot be looked up',
  ECONNREFUSED: 'nothing listens at the host and port in SETTING; is the database running?',
  ETIMEDOUT: 'the host in SETTING does not respond',
  '28P01': 'the password in SETTING is wrong',
  '28000': 'the role in SETTING may not connect',
  '3D000': 'the database in SETTING does not exist',
  '42501': 'the role in SETTING lacks a right',
  '53300': 'the database has no free connection for SETTING',
  '53100': 'the disk of the database is full',
}
