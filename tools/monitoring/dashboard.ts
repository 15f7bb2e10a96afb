import { errorRatio, latency, serviceLevels } from './service-levels.ts'

type Unit = 'reqps' | 's' | 'percentunit' | 'short' | 'bytes'

interface Panel {
  title: string
  unit: Unit
  /** PromQL by legend. */
  queries: Record<string, string>
}

const figure = (name: string) => `max(portal_${name})`
const rate = (labels: string, by: string) =>
  `sum by (${by}) (rate(portal_request_seconds_count{${labels}}[5m]))`

/** The rows of the dashboard, with three panels side by side. */
export const dashboardRows: Record<string, Panel[]> = {
  Requests: [
    { title: 'Traffic by status', unit: 'reqps', queries: { '{{status}}': rate('', 'status') } },
    {
      title: 'Failed requests',
      unit: 'percentunit',
      queries: { '5 minutes': errorRatio('5m'), '1 hour': errorRatio('1h') },
    },
    {
      title: 'Time to answer',
      unit: 's',
      queries: { p50: latency(0.5, '5m'), p95: latency(0.95, '5m'), p99: latency(0.99, '5m') },
    },
    {
      title: 'Slowest routes (p95)',
      unit: 's',
      queries: {
        '{{method}} {{route}}':
          'topk(5, histogram_quantile(0.95, sum by (le, route, method) (rate(portal_request_seconds_bucket[5m]))))',
      },
    },
    {
      title: 'Failing routes',
      unit: 'reqps',
      queries: {
        '{{status}} {{route}}': `topk(5, ${rate('status=~"5..", route!~"/health/.*"', 'status, route')})`,
      },
    },
    { title: 'Processes that respond', unit: 'short', queries: { '{{job}}': 'sum by (job) (up)' } },
  ],
  Payments: [
    {
      title: 'Results of the last 24 hours',
      unit: 'short',
      queries: {
        succeeded: figure('payments_succeeded_day'),
        failed: figure('payments_failed_day'),
      },
    },
    {
      title: 'Without a result',
      unit: 'short',
      queries: {
        open: figure('payments_open'),
        'need a person': figure('payments_need_person'),
        unknown: figure('payments_unknown'),
      },
    },
    {
      title: 'Age of the oldest without a result',
      unit: 's',
      queries: {
        payment: figure('payments_open_oldest_seconds'),
        'day of AutoPay': figure('autopay_lag_seconds'),
      },
    },
    {
      title: 'Books',
      unit: 'short',
      queries: {
        'payments not posted': figure('payments_unposted'),
        'invoices on hold': figure('invoices_on_hold'),
      },
    },
    {
      title: 'Stops',
      unit: 'short',
      queries: {
        'all charging': figure('charging_stopped'),
        'AutoPay and payments of several invoices': figure('automatic_charging_stopped'),
      },
    },
    {
      title: 'Events of the card provider',
      unit: 's',
      queries: {
        'oldest that was not processed': figure('provider_events_oldest_seconds'),
        'list last read': figure('provider_events_read_seconds'),
      },
    },
  ],
  Queues: [
    {
      title: 'Waiting',
      unit: 'short',
      queries: {
        emails: figure('mails_waiting'),
        events: figure('events_undelivered'),
        uploads: figure('uploads_waiting'),
        'events of the card provider': figure('provider_events_kept'),
      },
    },
    {
      title: 'Age of the oldest',
      unit: 's',
      queries: {
        email: figure('mails_oldest_seconds'),
        event: figure('events_oldest_seconds'),
        upload: figure('uploads_oldest_seconds'),
      },
    },
    {
      title: 'For a person',
      unit: 'short',
      queries: {
        'emails refused': figure('mails_given_up'),
        'imports rejected': figure('imports_rejected'),
        'companies with refused events': figure('events_refused_companies'),
        'bank details changed': figure('bank_accounts_changed'),
        'questions waiting': figure('questions_waiting'),
        'secrets that differ': figure('secrets_differing'),
      },
    },
  ],
  Workers: [
    {
      title: 'Since a worker reported',
      unit: 's',
      queries: { seconds: 'max(portal_worker_reported_seconds)' },
    },
    {
      title: 'Since a work succeeded',
      unit: 's',
      queries: {
        '{{work}}': 'time() - max by (work) (portal_work_last_success_timestamp_seconds > 0)',
      },
    },
    {
      title: 'Failed rounds',
      unit: 'short',
      queries: { '{{work}}': 'sum by (work) (increase(portal_work_failures_total[5m]))' },
    },
  ],
  'Database and processes': [
    {
      title: 'Database (1 is good)',
      unit: 'short',
      queries: {
        responds: 'min(portal_database_up)',
        'accepts writes': 'min(portal_database_writable)',
      },
    },
    {
      title: 'Connections',
      unit: 'short',
      queries: {
        '{{pool}} {{state}}': 'sum by (pool, state) (portal_database_connections)',
      },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{instance}}': 'process_resident_memory_bytes{job=~"portal-.*"}' },
    },
    {
      title: 'Delay of the event loop (p99)',
      unit: 's',
      queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job=~"portal-.*"}' },
    },
  ],
  'Service levels, 30 days': serviceLevels.map(({ what, query }) => ({
    title: what,
    unit: 'percentunit',
    queries: { '': query },
  })),
}

const datasource = { type: 'prometheus', uid: '${datasource}' }
const [width, height] = [8, 8]

export function dashboard() {
  let top = 0
  let id = 0
  const panels = Object.entries(dashboardRows).flatMap(([title, row]) => {
    const start = top
    top += 1 + Math.ceil(row.length / 3) * height
    const place = (nth: number) => ({
      x: (nth % 3) * width,
      y: start + 1 + Math.floor(nth / 3) * height,
      w: width,
      h: height,
    })
    return [
      { id: (id += 1), type: 'row', title, gridPos: { x: 0, y: start, w: 24, h: 1 }, panels: [] },
      ...row.map((panel, nth) => ({ id: (id += 1), gridPos: place(nth), ...drawn(panel, title) })),
    ]
  })
  return {
    uid: 'portal',
    title: 'Licensing and billing portal',
    schemaVersion: 39,
    tags: ['portal'],
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels,
  }
}

function drawn({ title, unit, queries }: Panel, row: string) {
  // A level is a single number, and a query over 30 days is not drawn as a curve.
  const isLevel = row.startsWith('Service levels')
  return {
    type: isLevel ? 'stat' : 'timeseries',
    title,
    datasource,
    fieldConfig: { defaults: { unit, min: 0, ...(isLevel && { decimals: 3 }) }, overrides: [] },
    targets: Object.entries(queries).map(([legendFormat, expr], nth) => ({
      refId: String.fromCharCode(65 + nth),
      datasource,
      expr,
      ...(legendFormat && { legendFormat }),
      ...(isLevel && { instant: true }),
    })),
  }
}
