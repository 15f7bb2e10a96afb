import { monthName } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ChartColumnStacked } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { mayUse } from '@portal/domain/kernel/permissions'
import { usePortal } from '../session/useSession.ts'
import { Choice } from '../ui/fields/Choice.tsx'
import { EmptyState, QueryError } from '../ui/ErrorState.tsx'
import { ExportButtons } from '../ui/ExportButtons.tsx'
import { Filters } from '../ui/fields/Filters.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Row, Text } from '../ui/parts.tsx'
import { BackLink, ButtonLink } from '../ui/page/PathLink.tsx'
import { Segments } from '../ui/fields/Segments.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Toggle } from '../ui/fields/Toggle.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { spendFile } from './export-spend.ts'
import { SeriesFillings } from './SeriesMark.tsx'
import { SpendChanges } from './SpendChanges.tsx'
import { SpendForecast } from './SpendForecast.tsx'
import { forecastFigures, type ForecastFigures } from './spend-forecast.ts'
import { SpendChart, type Pointed } from './SpendChart.tsx'
import { foldedFigures, spendFigures, type SpendFigures } from './spend-figures.ts'
import { licensesPath } from './spend-links.ts'
import { SpendMonths } from './SpendMonths.tsx'
import { SpendReadout } from './SpendReadout.tsx'
import css from './SpendScreen.module.css'
import type { ChangeSpend, SpendSearch } from './spend-search.ts'
import { SpendTable } from './SpendTable.tsx'
import { groupingItems } from './spend-words.ts'
import { forecastQuery, spendQuery, type SpendAnswer } from './spend.api.ts'

const route = getRouteApi('/invoices/spend')
/** More currencies than this are a list. */
const mostSegments = 4

const inCents = ({ spend, by }: SpendAnswer) => spendFigures(spend, by)

export function SpendScreen() {
  const { me, company } = usePortal()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/invoices/spend' })
  const spend = useQuery({ ...spendQuery(company.accountId, search), select: inCents })
  const figures = spend.data
  const ahead = useQuery({
    ...forecastQuery(company.accountId, search),
    enabled: mayUse(me, 'AccessLicenses'),
  })
  const forecast = figures && forecastFigures(ahead.data, figures, search.spread === 'yes')
  const change: ChangeSpend = (wanted) =>
    void navigate({
      to: '/invoices/spend',
      search: (current) => ({ ...current, ...wanted }),
      replace: true,
      resetScroll: false,
    })
  const isEmpty = figures?.months.length === 0
  const isPhone = useMedia(narrow)
  const files = (
    <ExportButtons
      {...(isPhone && { formats: ['xlsx'] })}
      disabledReason={!spend.isPending && !figures && 'Nothing to export'}
      count={figures?.months.length}
      fetch={figures && ((format) => spendFile(company, figures, format))}
    />
  )
  return (
    <Page
      title="Spend"
      above={<BackLink path="/invoices">All Invoices</BackLink>}
      subtitle={figures?.isOfVisible && 'All figures are of the invoices you may see.'}
      actions={!isEmpty && !isPhone && files}
    >
      {!isEmpty && <SpendTools search={search} figures={figures} files={files} onChange={change} />}
      {spend.isPending ? (
        <Skeleton lines={12} lineHeight={44} label="Loading spend" />
      ) : !figures || (spend.isError && spend.isPlaceholderData) ? (
        <QueryError query={spend} text="Failed to load spend." />
      ) : isEmpty ? (
        <EmptyState
          icon={<ChartColumnStacked size={24} aria-hidden />}
          text="No spend to show."
          note="Spend appears here with your first invoice."
          action={
            mayUse(me, 'AccessLicenses') && (
              <ButtonLink path={licensesPath}>Show licenses in force</ButtonLink>
            )
          }
        />
      ) : (
        <SpendView
          figures={figures}
          forecast={forecast}
          failed={ahead.isError ? ahead : undefined}
          search={search}
          onChange={change}
        />
      )}
    </Page>
  )
}

interface SpendToolsProps {
  search: SpendSearch
  figures: SpendFigures | undefined
  /** Among them on a phone; elsewhere it is beside the title. */
  files: ReactNode
  onChange: ChangeSpend
}

function SpendTools({ search, figures, files, onChange }: SpendToolsProps) {
  const currencies = figures?.currencies ?? []
  const currency = {
    label: 'Currency',
    value: figures?.currency ?? '',
    onChange: (currency: string) => onChange({ currency }),
    items: currencies.map((code) => ({ value: code, label: code })),
  }
  const spread = (
    <Toggle
      label="Spread quarters and years"
      checked={search.spread === 'yes'}
      onChange={(isSpread) => onChange({ spread: isSpread ? 'yes' : undefined })}
    />
  )
  const isPhone = useMedia(narrow)
  const isOn = [search.spread, currencies.length > 1 && search.currency]
  return (
    <Row gap={5} rowGap={3} wrap className={css.tools} data-edge>
      <Segments
        label="Stack by"
        value={search.by}
        onChange={(by) => onChange({ by })}
        items={groupingItems}
      />
      {isPhone ? (
        <Filters
          on={isOn.filter(Boolean).length}
          onClear={() => onChange({ spread: undefined, currency: undefined })}
          found={undefined}
          noun="invoice"
          beside={<span className={css.files}>{files}</span>}
        >
          {currencies.length > 1 && <Choice {...currency} />}
          {spread}
        </Filters>
      ) : (
        <>
          {currencies.length > mostSegments ? (
            <Choice {...currency} />
          ) : (
            currencies.length > 1 && <Segments {...currency} />
          )}
          {spread}
        </>
      )}
    </Row>
  )
}

interface SpendViewProps {
  figures: SpendFigures
  forecast: ForecastFigures | undefined
  /** The request for it, if it failed. */
  failed: UseQueryResult | undefined
  search: SpendSearch
  onChange: ChangeSpend
}

function SpendView({ figures, forecast, failed, search, onChange }: SpendViewProps) {
  const { months, currency, laterCents } = figures
  const last = months.length - 1
  const asked = months.indexOf(search.month ?? '')
  const month = asked < 0 ? last : asked
  const [pointed, setPointed] = useState<Pointed>()
  const charted = useMemo(() => foldedFigures(figures), [figures])
  // Other figures may have fewer series, so the index could select another series.
  const [seen, setSeen] = useState(charted)
  if (seen !== charted) {
    setSeen(charted)
    setPointed(undefined)
  }
  const shown = months.length + (forecast?.later.length ?? 0)
  const isShown = pointed && seen === charted && pointed.month < shown
  const read = isShown ? pointed : { month }
  const choose = (at: number) => {
    setPointed(undefined)
    onChange({ month: at === last ? undefined : months[at] })
  }
  return (
    <>
      <SeriesFillings />
      <SpendReadout
        figures={charted}
        forecast={forecast}
        pointed={read}
        isSpread={search.spread === 'yes'}
      />
      <SpendChart figures={charted} forecast={forecast} pointed={read} onPoint={setPointed} />
      {laterCents !== 0 && (
        <Text as="p" size={1} tone="faint">
          {formatMoney(laterCents, currency)} {laterCents > 0 ? 'counts' : 'is credited'} in months
          after {monthName(months[last] ?? '')}.
        </Text>
      )}
      <div className={css.tables} data-edge>
        <SpendTable figures={figures} month={month} parts={charted.series} />
        <div className={css.aside}>
          {forecast && <SpendForecast figures={figures} forecast={forecast} />}
          {failed && <QueryError query={failed} text="Failed to load the forecast." />}
          <SpendChanges figures={figures} />
          <SpendMonths figures={figures} month={month} onChoose={choose} />
        </div>
      </div>
    </>
  )
}
