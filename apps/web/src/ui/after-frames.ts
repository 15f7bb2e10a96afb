export function afterFrames(frames: number, work: () => void) {
  if (frames === 0) work()
  else requestAnimationFrame(() => afterFrames(frames - 1, work))
}

/** Handles the item that a list was scrolled to: immediately if it is rendered, since the next key must act on it. */
export function whenRendered(
  find: () => HTMLElement | null | undefined,
  work: (item: HTMLElement) => void,
) {
  const item = find()
  if (item) return work(item)
  // One frame to scroll, one to render the item.
  afterFrames(2, () => {
    const rendered = find()
    if (rendered) work(rendered)
  })
}
