import { sep } from 'node:path'
import { findCircles } from './import-circles.ts'
import { readImports, type Import } from './imports.ts'

/** The slices of the domain, and what each may use besides `kernel` and `session`, which all may use. */
const domainSlices: Record<string, string[]> = {
  kernel: [],
  platform: [],
  session: [],
  companies: [],
  notifications: [],
  team: [],
  invoices: ['notifications'],
  changes: ['invoices'],
  authorization: ['changes', 'invoices'],
  questions: ['invoices'],
  spend: [],
  payments: ['invoices', 'notifications', 'team'],
  licenses: [],
  equipment: [],
  accreditation: [],
  attention: ['invoices'],
  home: ['licenses', 'payments'],
  integration: ['licenses'],
}

/** The slices of the browser, and what each may use besides `webFoundations`. */
const webSlices: Record<string, string[]> = {
  companies: [],
  notifications: [],
  team: [],
  invoices: ['notifications'],
  changes: ['invoices'],
  authorization: [],
  questions: ['invoices'],
  spend: [],
  payments: ['invoices', 'notifications'],
  licenses: [],
  equipment: [],
  accreditation: ['payments'],
  attention: [],
  home: ['team'],
  // The invoice list and the invoice page show what other slices know about an invoice.
  'invoice-page': ['invoices', 'payments', 'changes', 'authorization', 'questions'],
  shell: ['companies', 'team', 'invoices', 'equipment', 'attention'],
}
/** Parts of the browser that every slice may use, and what each of them may use. */
const webFoundations: Record<string, string[]> = {
  kernel: [],
  jsx: [],
  api: ['kernel'],
  ui: ['kernel', 'jsx', 'api'],
  session: ['kernel', 'api', 'ui'],
}

/** The slices of the server, and what each may use besides `session`, which all may use. */
const slices: Record<string, string[]> = {
  session: [],
  companies: [],
  documents: [],
  // Documents that are sent again go to the recipients of `notifications`.
  notifications: [],
  changes: [],
  authorization: ['changes', 'licenses'],
  // An invoice's PDF explains why it changed, and its details name who ordered its lines.
  invoices: ['documents', 'notifications', 'changes', 'authorization'],
  // A question contains what is known about its line.
  questions: ['authorization'],
  // The forecast uses the licenses in force, the spend uses months.
  spend: ['changes', 'licenses'],
  team: ['documents'],
  payments: ['documents', 'invoices', 'notifications'],
  licenses: ['documents'],
  equipment: [],
  accreditation: ['documents', 'notifications', 'payments'],
  attention: ['invoices', 'licenses', 'payments'],
  home: ['invoices', 'payments', 'team'],
  // A merge of companies ends AutoPay.
  import: ['invoices', 'licenses', 'payments'],
  integration: ['import'],
  openapi: ['import'],
  // The setting with bank accounts has the fields of the record.
  settings: ['import'],
  commands: [
    'attention',
    'authorization',
    'companies',
    'documents',
    'import',
    'integration',
    'invoices',
    'payments',
    'settings',
    'team',
  ],
}
/**
 * Folders of a slice, and which of the slice's other folders each may use; `''` is the slice's own folder. A folder that is not
 * listed may use none.
 */
export const rooms: Record<string, Record<string, string[]>> = {
  'server platform': {
    log: [],
    database: ['log'],
    history: ['database'],
    outbox: ['log', 'database'],
    mail: ['log', 'database', 'outbox'],
    // What a process does in the background, and how it reports and stops.
    work: ['log', 'database'],
    http: ['log', 'database'],
  },
  'server payments': {
    receipts: [],
    events: [],
    balance: [],
    cards: ['receipts', 'events'],
    charge: ['receipts', 'events', 'cards', 'balance'],
    batch: ['receipts', 'events', 'cards', 'balance', 'charge'],
    autopay: ['receipts', 'events', 'cards', 'balance', 'charge', 'batch'],
    transfers: ['charge', 'autopay'],
  },
  'web ui': {
    '': [],
    layers: [''],
    page: [''],
    fields: ['', 'layers'],
    lists: ['', 'layers', 'page', 'fields'],
  },
  'web licenses': {
    '': [],
    // The order in hand; then the forms of its items.
    unsent: [''],
    items: ['', 'unsent'],
    review: ['', 'unsent', 'items'],
    held: ['', 'unsent', 'items'],
    orders: ['', 'unsent'],
    screen: ['', 'unsent', 'items', 'review', 'held', 'orders'],
  },
  'web payments': {
    '': [],
    receipts: [''],
    balance: [''],
    cards: [''],
    charge: ['', 'receipts', 'cards'],
    batch: ['', 'cards', 'charge'],
    autopay: ['', 'cards'],
    screen: ['', 'receipts', 'balance', 'cards', 'autopay'],
  },
}
/** Slices of which other slices may import only one file. */
const ports: Record<string, string> = { documents: 'documents.ts' }
/** Slices that use only `platform`, not even `session`: they do not depend on a signed-in user. */
const foundations = ['documents']
const platform = ['platform', 'providers']
/** Files directly in the folder of an area: they combine its slices and may use all of them. */
const composition = 'composition'

const areas: Record<string, string[]> = {
  domain: [],
  // The portal's version is in the root package.
  server: ['domain', 'package.json'],
  web: ['domain'],
  // An independent product: it uses nothing of the portal, and production never uses it.
  'card-sandbox': [],
  sandbox: ['domain', 'card-sandbox'],
}
const anything = ['tools', 'e2e', 'screens', 'bench']

/**
 * Returns imports that violate the directions of docs/architecture.md, one line each, and files that import each other in
 * a circle. Type imports count too, because a reader needs both files to understand either.
 */
export function findBrokenImports(root: string): string[] {
  const files = readImports(root)
  const judged = [...files].flatMap(([file, imports]) =>
    imports.flatMap((target) => judge(file, target)),
  )
  const graph = new Map(
    [...files].map(([file, imports]) => [file, imports.flatMap(({ target }) => target ?? [])]),
  )
  const circles = findCircles(graph).map(
    (circle) => `These files import each other in a circle: ${circle.join(', ')}`,
  )
  return [...judged, ...circles]
}

function judge(file: string, { path, target, typeOnly }: Import): string[] {
  if (target === undefined || isTest(file)) return []
  const from = partOf(file)
  const to = partOf(target)
  return mayImport(from, to, path, typeOnly) ? [] : [`${file} may not import ${path}`]
}

interface Part {
  area: string
  slice: string
  file: string
}

function partOf(path: string): Part {
  const [top = '', name = '', , slice = '', ...file] = path.split(sep)
  if (top !== 'packages' && top !== 'apps') return { area: top, slice: '', file: '' }
  if (slice.includes('.')) return { area: name, slice: composition, file: slice }
  return { area: name, slice, file: file.join('/') }
}

function mayImport(from: Part, to: Part, path: string, typeOnly: boolean): boolean {
  if (anything.includes(from.area)) return true
  // Shapes import the validator, so the browser may import only their types.
  if (from.area === 'web' && /\.(schema|calls)$|\/fields$/.test(path)) return typeOnly
  if (from.area !== to.area) return areas[from.area]?.includes(to.area) ?? false
  if (from.slice === to.slice) return mayImportRoom(from, to)
  if (from.area === 'domain') return mayImportInDomain(from, to)
  if (from.area === 'web') return mayImportInWeb(from.slice, to.slice)
  if (from.area !== 'server') return true
  return mayImportInServer(from.slice, to, typeOnly)
}

function mayImportRoom(from: Part, to: Part): boolean {
  const ofSlice = rooms[`${from.area} ${from.slice}`]
  const [room, target] = [roomOf(from), roomOf(to)]
  if (!ofSlice || room === target) return true
  return ofSlice[room]?.includes(target) ?? false
}

const roomOf = ({ file }: Part) => (file.includes('/') ? file.split('/')[0]! : '')

/** The generated endpoints of a slice import the types of its calls from the list of all calls. */
const mayImportInDomain = (from: Part, { slice: to }: Part) =>
  from.slice === composition ||
  (to === composition && from.file.endsWith('.endpoints.ts')) ||
  (to === 'kernel' && from.slice !== 'kernel') ||
  (to === 'session' && from.slice !== 'kernel') ||
  (domainSlices[from.slice]?.includes(to) ?? false)

function mayImportInWeb(from: string, to: string): boolean {
  if (from === composition) return true
  const ofFoundation = webFoundations[from]
  if (ofFoundation) return ofFoundation.includes(to)
  return to in webFoundations || (webSlices[from]?.includes(to) ?? false)
}

function mayImportInServer(from: string, { slice: to, file }: Part, typeOnly: boolean): boolean {
  const port = ports[to]
  if (port && file !== port) return false
  if (from === composition) return true
  if (foundations.includes(from)) return to === 'platform'
  if (to === composition) return typeOnly || from in slices
  if (platform.includes(from)) return platform.includes(to)
  return platform.includes(to) || to === 'session' || (slices[from]?.includes(to) ?? false)
}

/** Tables of directions, each without circles. */
export const directions = [
  domainSlices,
  { ...webFoundations, ...webSlices },
  slices,
  ...Object.values(rooms),
]

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes(`${sep}test${sep}`)
