import { Type, type Static } from 'typebox'
import { AccountIdText, CompanyName } from '../session/session.schema.ts'

export const Company = Type.Object(
  { accountId: AccountIdText, name: CompanyName },
  { title: 'Company' },
)
export type Company = Static<typeof Company>
