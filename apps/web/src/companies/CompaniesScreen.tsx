import type { Company } from '@portal/domain/companies/companies.schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Building2, ChevronRight } from 'lucide-react'
import { failureText } from '../api/call-failed.ts'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import { usePortal } from '../session/useSession.ts'
import { Badge } from '../ui/Badge.tsx'
import { defineList } from '../ui/lists/list-columns.ts'
import { ListSkeleton } from '../ui/lists/ListSkeleton.tsx'
import { ListState } from '../ui/lists/ListState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { totalText } from '../ui/lists/page-range.ts'
import { Row } from '../ui/parts.tsx'
import { RowButton } from '../ui/lists/RowLink.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { Toolbar } from '../ui/page/Toolbar.tsx'
import { VirtualRows } from '../ui/lists/VirtualRows.tsx'
import { companyListQuery } from './companies.api.ts'
import { accountIdsOf, matchingCompanies } from './company-search.ts'

const route = getRouteApi('/companies')

interface CompanyActions {
  activeId: string
  choose: (company: Company) => void
}

const companyList = defineList<Company, CompanyActions>({
  label: 'Companies',
  opens: ({ accountId }) => accountId,
  rowHeight: 44,
  card: { tracks: 'minmax(0, 1fr) auto', lines: ['name open', 'account open'], height: 56 },
  columns: [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(280px, 2.4fr)',
      cell: (company, { choose }) => (
        <RowButton onOpen={() => choose(company)}>{company.name}</RowButton>
      ),
    },
    {
      id: 'account',
      header: 'Account id',
      width: 'minmax(150px, 1fr)',
      look: 'quiet',
      cell: (company) => accountIdsOf(company).join(', formerly '),
    },
    {
      id: 'open',
      header: 'Chosen',
      isHeaderHidden: true,
      width: '110px',
      cell: ({ accountId }, { activeId }) => (
        <Row as="span" gap={3} justify="end" tone="faint">
          {accountId === activeId && <Badge tone="accent">Selected</Badge>}
          <ChevronRight size={16} aria-hidden />
        </Row>
      ),
    },
  ],
})

export function CompaniesScreen() {
  const { company: active } = usePortal()
  const { q } = route.useSearch()
  const navigate = useNavigate()
  const chooseCompany = useChooseCompany()
  const companies = useQuery(companyListQuery)
  const shown = matchingCompanies(companies.data ?? [], q)
  const search = (q: string) => void navigate({ to: '/companies', search: { q }, replace: true })
  const choose = (company: Company) => {
    chooseCompany(company)
    void navigate({ to: '/manage' })
  }

  return (
    <Page title="Companies" subtitle="Choose the company to act for." narrow>
      <Toolbar total={companies.data && totalText({ count: shown.length })}>
        <SearchField
          label="Search companies"
          placeholder="Search name or account id"
          value={q}
          onChange={search}
        />
      </Toolbar>
      <ListState
        query={companies}
        placeholder={<ListSkeleton list={companyList} label="Loading companies" />}
        failed={failureText(companies.error, 'An unknown error occurred.')}
        isEmpty={() => shown.length === 0}
        empty={{ icon: <Building2 size={24} aria-hidden />, text: 'No Companies Data' }}
        filters={
          q !== '' && {
            note: 'No company matches the search.',
            isSearch: true,
            onClear: () => search(''),
          }
        }
      >
        {() => (
          <VirtualRows
            list={companyList}
            rows={shown}
            actions={{ activeId: active.accountId, choose }}
          />
        )}
      </ListState>
    </Page>
  )
}
