import type { Page } from 'playwright-core'

/** The texts that are cut off, or that cover each other, in a window or with a font of an unusual size. */
export function brokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = textsInSight()
    return [...new Set([...shown.flatMap(cutOff), ...overlapping(shown)])]

    interface Shown {
      text: string
      one: Element
      box: DOMRect
      /** The parts of a text's lines that the boxes around it do not clip: another text may continue in the last line. */
      seen: DOMRect[]
    }

    function textsInSight() {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Shown[] = []
      while (walker.nextNode()) {
        const one = walker.currentNode.parentElement!
        const text = walker.currentNode.textContent?.trim()
        if (!text || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const box = range.getBoundingClientRect()
        if (box.width < 1 || box.height < 1 || isForReaders(one) || isTransparent(one)) continue
        const seen = [...range.getClientRects()].map((line) => within(one, line))
        found.push({ text, one, box, seen })
      }
      return found
    }

    /** Text for screen readers only, and the skip link, which is above the window until it has the focus. */
    function isForReaders(one: Element): boolean {
      for (let at: Element | null = one; at; at = at.parentElement) {
        const { width, height, bottom } = at.getBoundingClientRect()
        if ((width <= 1 && height <= 1) || (bottom < 0 && at.matches('a'))) return true
      }
      return false
    }

    function isTransparent(one: Element): boolean {
      return getComputedStyle(one).color === 'rgba(0, 0, 0, 0)'
    }

    function within(one: Element, box: DOMRect): DOMRect {
      let { left, top, right, bottom } = box
      for (let at: Element | null = one; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const edge = at.getBoundingClientRect()
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }

    /** Cut off by the nearest box that clips: a scrolling box shows the rest, and dots show that there is more. */
    function cutOff({ text, one, box }: Shown): string[] {
      for (let at: Element | null = one; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(at)
        const edge = at.getBoundingClientRect()
        if (overflowY === 'auto' || overflowY === 'scroll') return []
        const isClip = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        if (isClip(overflowY) && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3))
          return [`cut off below: ${text.slice(0, 60)}`]
        if (isClip(overflowX) && textOverflow !== 'ellipsis' && box.right > edge.right + 2)
          return [`cut off at the end: ${text.slice(0, 60)}`]
        if (isClip(overflowX)) return []
        // A control as high as a line of the usual size.
        if (at.matches('button, a, label, [role=row]') && box.bottom > edge.bottom + 2)
          return [`below its control: ${text.slice(0, 60)}`]
      }
      return []
    }

    function overlapping(shown: Shown[]): string[] {
      return shown.flatMap((a, at) =>
        shown.slice(at + 1).flatMap((b) => {
          if (a.one.contains(b.one) || b.one.contains(a.one)) return []
          const isCovered = a.seen.some((one) => b.seen.some((other) => overlap(one, other)))
          if (!isCovered || layerOf(a.one) !== layerOf(b.one)) return []
          return [`covers another: ${a.text.slice(0, 40)} / ${b.text.slice(0, 40)}`]
        }),
      )
    }

    function overlap(a: DOMRect, b: DOMRect): boolean {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      return across >= 4 && down >= 4
    }

    /** The box that stays in place or scrolls separately: texts of different boxes pass over each other. */
    function layerOf(one: Element): Element | null {
      for (let at: Element | null = one; at; at = at.parentElement) {
        const { position, overflowY } = getComputedStyle(at)
        if (at.matches('[role=dialog], [role=menu], [role=listbox]')) return at
        if (['fixed', 'sticky'].includes(position) || ['auto', 'scroll'].includes(overflowY))
          return at
      }
      return null
    }
  })
}
