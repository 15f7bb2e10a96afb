/**
 * Moves the focus when the focused element was removed: to the open layer, to the panel beside the list, or to the page's
 * main content, not to the top of the document.
 */
export function focusMain() {
  // After the layer has tried to restore the focus.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    // Not a toast, which disappears again.
    const layers = document.querySelectorAll<HTMLElement>(
      ':is([role=dialog], [data-side-panel]):not([data-closed], [aria-modal=false])',
    )
    // If an error has replaced the frame too, its Retry button is the only target.
    const main = document.getElementById('main') ?? document.querySelector<HTMLElement>('button')
    const start = [...layers].at(-1) ?? main
    start?.focus({ preventScroll: true })
  }, 50)
}

/**
 * Keeps the focus from getting lost: the focused element may be removed at any time, for example when a list turns
 * the page, or hidden while its screen waits for code. The browser then focuses the body. If the user moved the focus
 * there by clicking outside all controls, it stays.
 */
export function keepFocus() {
  let last: Element | null = null
  addEventListener('focusin', ({ target }) => (last = target as Element))
  addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!relatedTarget && !(target as Element).checkVisibility()) focusMain()
  })
  // Not every browser sends `focusout` for an element that is removed.
  new MutationObserver(() => {
    if (last?.isConnected === false && document.activeElement === document.body) focusMain()
  }).observe(document.body, { childList: true, subtree: true })
}
