/** Where the focus goes when what had it is gone for good: a keyboard starts at the page, not at its very top. */
export function focusMain() {
  // After the layer has tried to give the focus back.
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, 50)
}
