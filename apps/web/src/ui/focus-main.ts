/**
 * Where the focus goes when what had it is gone for good: a keyboard starts at the page, or at the layer that is
 * still open over it, not at its very top.
 */
export function focusMain() {
  // After the layer has tried to give the focus back.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const layers = document.querySelectorAll<HTMLElement>('[role=dialog]:not([data-closed])')
    const start = [...layers].at(-1) ?? document.getElementById('main')
    start?.focus({ preventScroll: true })
  }, 50)
}
