import { Type, type Static } from 'typebox'

export const Company = Type.Object({ accountId: Type.String(), name: Type.String() })
export type Company = Static<typeof Company>

export const CompanyList = Type.Array(Company)
