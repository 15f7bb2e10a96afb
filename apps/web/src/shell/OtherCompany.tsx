import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { companyListQuery } from '../companies/companies.api.ts'
import { accountIdsOf } from '../companies/company-search.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { NotFound } from '../ui/page/NotFound.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import { usePortal } from '../session/useSession.ts'

/** Asks a super admin whose address names another company than the one that the tab acts for. */
export function OtherCompany({ accountId }: { accountId: string }) {
  const { company: active } = usePortal()
  const companies = useQuery(companyListQuery)
  const choose = useChooseCompany()
  const navigate = useNavigate()
  if (companies.isPending) return <Loading />
  if (companies.isError)
    return (
      <ErrorState
        text="The company could not be loaded."
        onRetry={() => void companies.refetch()}
      />
    )
  const other = companies.data.find((company) => accountIdsOf(company).includes(accountId))
  if (!other) return <NotFound />
  return (
    <Notice
      title={`This belongs to ${other.name}. Work for ${other.name}?`}
      actions={
        <>
          <Button tone="primary" onClick={() => choose(other)}>
            Work for {other.name}
          </Button>
          <Button
            onClick={() => {
              choose(active)
              void navigate({ to: '/' })
            }}
          >
            Stay with {active.name}
          </Button>
        </>
      }
    />
  )
}
