import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { failureText, supportIdOf } from '../api/call-failed.ts'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { companyListQuery } from './companies.api.ts'
import css from './CompaniesScreen.module.css'
import { CompanyCells, companyColumns } from './CompanyCells.tsx'
import { matchingCompanies } from './company-search.ts'

const route = getRouteApi('/companies')

export function CompaniesScreen() {
  const { company: active } = usePortal()
  const { q } = route.useSearch()
  const navigate = useNavigate()
  const choose = useChooseCompany()
  const list = useQuery(companyListQuery)
  const shown = matchingCompanies(list.data ?? [], q)
  const search = (q: string) => void navigate({ to: '/companies', search: { q }, replace: true })

  return (
    <Page title="Companies" subtitle="Choose the company to work for." narrow>
      <div className={css.toolbar}>
        <SearchField
          label="Search companies"
          placeholder="Search name or account id"
          value={q}
          onChange={search}
        />
        {list.data && (
          <span className={css.total} role="status">
            Total: {shown.length.toLocaleString('en-US')}
          </span>
        )}
      </div>
      {list.isPending ? (
        <Card flush>
          <Skeleton lines={8} lineHeight={48} label="Loading companies" />
        </Card>
      ) : list.isError && !list.data ? (
        <Card flush>
          <ErrorState
            text={failureText(list.error, 'An unknown error occurred.')}
            supportId={supportIdOf(list.error)}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      ) : shown.length === 0 ? (
        <Card flush>
          <EmptyState
            icon={<Building2 size={24} aria-hidden />}
            text="No Companies Data"
            {...(q && {
              note: 'No company matches the search.',
              action: <Button onClick={() => search('')}>Clear filters</Button>,
            })}
          />
        </Card>
      ) : (
        <VirtualRows
          label="Companies"
          rows={shown}
          columns={companyColumns}
          layout={css.row}
          rowHeight={48}
          narrowRowHeight={56}
          renderCells={(company) => (
            <CompanyCells
              company={company}
              isActive={company.accountId === active.accountId}
              onChoose={() => {
                choose(company)
                void navigate({ to: '/manage' })
              }}
            />
          )}
        />
      )}
    </Page>
  )
}
