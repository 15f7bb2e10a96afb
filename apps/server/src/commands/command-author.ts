import { userInfo } from 'node:os'
import { systemAuthor } from '../platform/history/history.ts'

/** Returns the author's name for changes made on the command line. */
export const commandLineName = () => `Command line (${userInfo().username})`

/** Returns the command line as the author of changes in the history of a company. */
export const commandAuthor = (accountId: string) => systemAuthor(accountId, commandLineName())
