import { Type, type Static } from 'typebox'
import { AccountIdText, CompanyName } from '../session/session.schema.ts'

export const Company = Type.Object(
  {
    accountId: AccountIdText,
    name: CompanyName,
    formerAccountIds: Type.Optional(
      Type.Array(AccountIdText, {
        description:
          'The account ids of companies that were merged into this one; absent if there are none.',
      }),
    ),
  },
  { title: 'Company' },
)
export type Company = Static<typeof Company>
