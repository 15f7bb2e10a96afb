import { userInfo } from 'node:os'
import { systemAuthor } from '../platform/history.ts'

/** The person at the command line, for the history of a company. */
export const commandAuthor = (accountId: string) =>
  systemAuthor(accountId, `Command line (${userInfo().username})`)
