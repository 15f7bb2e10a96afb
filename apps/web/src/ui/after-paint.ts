/**
 * Does work when what the page looks like now is on the screen, and `pause` milliseconds later;
 * answers how to call it off.
 */
export function afterPaint(work: () => void, pause = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame's callbacks run before it is painted, what they put off runs after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work, pause)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
