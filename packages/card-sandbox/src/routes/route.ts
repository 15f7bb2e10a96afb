import type { Account, Cause } from '../account.ts'
import type { Params } from '../wire/params.ts'

export type Call = {
  account: Account
  params: Params
  /** What stands for `:id` in the path. */
  id: string
  /** The second `:id`, where the path has one. */
  subId: string
  cause: Cause
  /** Made with a publishable key, as from a browser: such a caller proves itself by client secret. */
  isPublishable: boolean
}

export type Route = {
  method: 'DELETE' | 'GET' | 'POST'
  path: string
  /** Every parameter it knows; another one is refused. */
  accepts: readonly string[]
  isForBrowsers?: true
  answer(call: Call): object
}
