import type { Account, Cause } from '../account.ts'
import type { Params } from '../wire/params.ts'

export type Call = {
  account: Account
  params: Params
  /** The value of `:id` in the path. */
  id: string
  cause: Cause
  /** The call uses a publishable key, as from a browser, and must have a client secret. */
  isPublishable: boolean
}

export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** The known parameters; others are refused. */
  accepts: readonly string[]
  isForBrowsers?: true
  answer(call: Call): object
}
