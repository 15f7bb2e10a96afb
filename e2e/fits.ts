import type { Page } from 'playwright-core'

/** The elements that make the page scroll sideways; empty if it fits its window. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return scrollWidth <= clientWidth ? [] : [`${scrollWidth} px in ${clientWidth}`]
  })
}

/** The lists whose rows scroll sideways in their own frame, or have a cell that ends beyond it. */
export function wideLists(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=grid]')].flatMap((grid) => {
      const rows = grid.querySelector(':scope > [role=rowgroup]:last-child')!
      const cells = [...rows.querySelectorAll('[role=gridcell]')]
      const end = rows.getBoundingClientRect().right
      const isWide =
        rows.scrollWidth > rows.clientWidth ||
        cells.some((cell) => cell.getBoundingClientRect().right > end + 1)
      return isWide ? [`${grid.getAttribute('aria-label')}: ${rows.scrollWidth} px in ${end}`] : []
    }),
  )
}

/** The open dialogs whose head, with the title and the close button, is not visible. */
export function headless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog]:not([data-toast])')]
      // Only the top one of nested dialogs, which may cover the others.
      .filter((dialog) => !dialog.hasAttribute('data-nested-dialog-open'))
      .flatMap((dialog) =>
        [...dialog.querySelectorAll('h2, [aria-label=Close]')].slice(0, 2).flatMap((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          const seen = document.elementFromPoint(x + width / 2, y + height / 2)
          return seen && one.contains(seen) ? [] : [`${one.textContent || 'Close'} at y=${y}`]
        }),
      ),
  )
}

/** The controls under a toast, except the rows of a list, which scroll and receive the clicks. */
export function underToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxOf = (one: Element) => one.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('[data-toast]')]
    if (toasts.length === 0) return ['There is no toast.']
    return [...document.querySelectorAll('a[href], button, input')].flatMap((control) => {
      const { left, top, right, bottom } = boxOf(control)
      if (
        control.closest('[data-toast], [data-index], [inert], [aria-hidden=true], footer') ||
        right - left <= 1
      )
        return []
      const isUnder = toasts.some((toast) => {
        const box = boxOf(toast)
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top
      })
      return isUnder ? [control.getAttribute('aria-label') ?? control.textContent] : []
    })
  })
}

/** The second lines of rows whose first value, the customer number, is cut off. */
export function cutTooEarly(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-index] small')].flatMap((line) => {
      const [first] = line.childNodes
      if (!first) return []
      const range = document.createRange()
      range.selectNodeContents(first)
      const isCut = range.getBoundingClientRect().right > line.getBoundingClientRect().right
      return isCut ? [line.textContent] : []
    }),
  )
}

/** The controls smaller than `least` px, which are hard to hit by touch or mouse. */
export function tooSmall(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = [...document.querySelectorAll('a[href], button, input, [role=option]')]
    return controls.flatMap((control) => {
      const { width, height, bottom } = control.getBoundingClientRect()
      // The skip link is above the window until it has the focus.
      const isHidden = width <= 1 || bottom < 0 || control.closest('[inert], [aria-hidden=true]')
      // The click target is the whole row of a list, not its text, and the frame of a field.
      const pressed = control.closest('[role=row], label')
      if (isHidden || (pressed?.getBoundingClientRect().height ?? 0) >= least) return []
      if (height >= least && width >= least) return []
      const name = control.getAttribute('aria-label') ?? control.textContent
      return [`${control.tagName} ${name}: ${Math.round(width)}x${Math.round(height)}`]
    })
  }, least)
}
