import type { Point } from './driver.ts'

/** An element as a user finds it. */
export interface Target {
  role: keyof typeof selectors
  /** The whole accessible name, or a pattern in it. */
  name: string | RegExp
}

const selectors = {
  button: 'button:not([role]), [role=button]',
  link: 'a[href]:not([role])',
  textbox: 'input, textarea',
  checkbox: '[type=checkbox], [role=checkbox]',
  combobox: '[role=combobox]',
  option: '[role=option]',
  menuitem: '[role=menuitem]',
  row: '[role=row]',
  heading: 'h1, h2, h3, h4',
}

/** A target in the form in which it reaches the page. */
export interface Search {
  selector: string
  pattern: string
}

export const searchFor = ({ role, name }: Target): Search => ({
  selector: selectors[role],
  pattern: name instanceof RegExp ? name.source : `^${escaped(name)}$`,
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Runs in the page: returns the center of the first visible element, after scrolling to it; null unless a click
 * there reaches it. With `select`, selects the text of a field, so that typing replaces it.
 */
export function locate({ selector, pattern, select }: Search & { select?: boolean }): Point | null {
  const textOf = (element: Element | null | undefined) =>
    (element as HTMLElement | null)?.innerText ?? ''
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    return (
      ids.map((id) => textOf(document.getElementById(id))).join(' ') ||
      element.getAttribute('aria-label') ||
      labels.map(textOf).join(' ') ||
      textOf(element)
    )
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  for (const element of document.querySelectorAll(selector)) {
    if (!new RegExp(pattern).test(nameOf(element))) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (element.matches(':disabled, [aria-disabled=true]')) continue
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const point = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(point.x, point.y)
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    if (!hit || ![element, ...labels].some((one) => one.contains(hit))) continue
    if (select) (element as HTMLInputElement).select()
    return point
  }
  return null
}
