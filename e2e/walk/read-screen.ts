import type { ElementHandle, Page } from 'playwright-core'
import type { Screen } from './screen.ts'

/** Reads the page: all choices and checks of the walk are based on this. */
export const readScreen = (page: Page): Promise<Screen> => page.evaluate(readDocument)

/** The element of a thing, until the page is read again. */
export async function elementOf(page: Page, at: number): Promise<ElementHandle<HTMLElement>> {
  const handle = await page.evaluateHandle(
    (place) => (window as unknown as { walkThings: HTMLElement[] }).walkThings[place],
    at,
  )
  return handle.asElement() as ElementHandle<HTMLElement>
}

/** Runs in the page, so it uses nothing from outside. */
function readDocument(): Screen {
  const memory = window as unknown as { walkThings: Element[] }
  const all = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
  const words = (one: Element | null | undefined) =>
    ((one as HTMLElement | null)?.innerText ?? '').replaceAll(/\s+/g, ' ').trim()
  const byIds = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => words(id ? document.getElementById(id) : null))
      .join(' ')
      .trim()
  const nameOf = (one: Element): string => {
    const labels = 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : []
    const name =
      one.getAttribute('aria-label') ??
      (byIds(one.getAttribute('aria-labelledby')) || labels.map(words).join(' ') || words(one))
    return (name || one.getAttribute('placeholder') || '').slice(0, 60)
  }

  const toastRegion = document.querySelector('[role=region][aria-label=Notifications]')
  const isToast = (one: Element) => toastRegion?.contains(one) ?? false
  const layers = all(
    '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[aria-modal=true]',
  ).filter((one) => !isToast(one) && !one.closest('[data-closed]'))
  const top = layers.at(-1)

  const controls =
    'a[href],button,input,textarea,select,[role=menuitem],[role=menuitemradio],[role=menuitemcheckbox],' +
    '[role=option],[role=checkbox],[role=switch],[role=radio],[role=tab],[role=row][tabindex]'
  const isOffered = (one: HTMLElement) => {
    if (isToast(one) || one.matches(':disabled,[aria-disabled=true],[type=hidden],[readonly]'))
      return false
    if (one.closest('[inert],[aria-hidden=true]')) return false
    const { width, height, bottom, right } = one.getBoundingClientRect()
    if (width <= 1 || height <= 1 || bottom <= 0 || right <= 0) return false
    const href = one.getAttribute('href')
    // Links out of the portal or to a mail program are not followed.
    return !href || new URL(href, location.href).origin === location.origin
  }
  const offered = all(controls, top ?? document).filter(isOffered)
  memory.walkThings = offered
  const actions = top && [...top.querySelectorAll('[data-actions] button')].at(-1)
  const things = offered.map((one, at): Screen['things'][number] => {
    const field = one as HTMLInputElement
    const isTyped =
      one.matches('textarea') ||
      (one.matches('input') && !/checkbox|radio|button|submit|file/.test(field.type))
    return {
      at,
      kind: one.matches('select') ? 'pick' : isTyped ? 'type' : 'press',
      role: one.getAttribute('role') ?? (isTyped ? 'field' : one.tagName.toLowerCase()),
      name: nameOf(one),
      where: top
        ? nameOf(top).slice(0, 40)
        : (one.closest('main,nav,header,footer')?.tagName.toLowerCase() ?? 'body'),
      inLayer: top !== undefined,
      isFilled: isTyped ? field.value !== '' : one.getAttribute('aria-checked') === 'true',
      isMain: one === actions || one.matches('form [type=submit]'),
    }
  })
  const frame = (title: string) => all(`iframe[title="${title}"]`).length > 0
  const special = (kind: 'card' | 'bank') => ({
    at: -1,
    kind,
    role: 'frame',
    name: kind,
    where: 'frame',
    inLayer: true,
    isFilled: false,
    isMain: false,
  })
  if (frame('Secure card payment input frame')) things.push(special('card'))
  // The bank's window covers everything.
  if (frame('Secure 3D Secure challenge frame')) things.splice(0, Infinity, special('bank'))

  const focused = document.activeElement
  const read = (selector: string, attribute: string) =>
    all(selector).map((one) => one.getAttribute(attribute) ?? '')
  const filters = all(
    'main :is(input[type=search],input[type=text],[role=combobox],button[aria-pressed=true])',
  )
    .filter((one) => !one.closest('form,[role=dialog]'))
    .map((one) => [
      one.closest('[role=group]')?.getAttribute('aria-label') ?? nameOf(one),
      'value' in one && one.matches('input') ? one.value : words(one),
    ])
  return {
    path: location.pathname,
    search: location.search,
    title: document.title,
    heading: words(document.querySelector('main h1')),
    text: [
      document.body.innerText,
      document.title,
      ...read('[aria-label]', 'aria-label'),
      ...read('[title]', 'title'),
      ...read('[placeholder]', 'placeholder'),
    ].join('\n'),
    messages: all(
      '[role=alert],[role=status],[role=region][aria-label=Notifications] [aria-modal],[id$=error]',
    ).map(words),
    layers: layers.map((one) => nameOf(one) || one.getAttribute('role') || ''),
    focus: !focused || focused === document.body ? '' : `${focused.tagName} ${nameOf(focused)}`,
    busy: [
      ...all('[aria-busy=true]').map((one) => `${nameOf(one)} is busy`),
      ...all('[data-loading]').map(() => 'the loading line'),
      ...all('[role=status]')
        .filter((one) => one.textContent?.startsWith('loading....'))
        .map((one) => `loading.... ${one.getAttribute('aria-label') ?? ''}`),
    ],
    current: all('[aria-current=page],[role=tab][aria-selected=true]').map(nameOf),
    menu: all('nav a, nav button').map(words),
    openedAt: performance.timeOrigin,
    filters: Object.fromEntries(filters) as Record<string, string>,
    things,
  }
}
