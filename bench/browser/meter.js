// Runs in a page before its own scripts; measures with the page's clock how long a user waits.
window.meter = { painted: undefined, awaitKey, keystroke: undefined, scroll }

const firstRow = new MutationObserver(() => {
  if (!document.querySelector('[role="row"][data-index]')) return
  firstRow.disconnect()
  void afterPaint().then((painted) => (window.meter.painted = painted))
})
firstRow.observe(document, { childList: true, subtree: true })

let keyAt = 0
addEventListener('keydown', (event) => (keyAt = event.timeStamp), { capture: true })

/** Measures from the next key until a list with another number of rows is painted. */
function awaitKey() {
  window.meter.keystroke = new Promise((resolve) => {
    const changed = new MutationObserver(() => {
      changed.disconnect()
      resolve(afterPaint().then((painted) => painted - keyAt))
    })
    const grid = document.querySelector('[role="grid"]')
    changed.observe(grid, { attributes: true, attributeFilter: ['aria-rowcount'] })
  })
}

/** Scrolls by five rows a frame; returns the lengths of the frames. */
async function scroll(frames) {
  const scroller = scrollerOf(document.querySelector('[role="row"][data-index]'))
  const lengths = []
  let before = await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop += 270
    const now = await new Promise(requestAnimationFrame)
    lengths.push(now - before)
    before = now
  }
  return lengths
}

function scrollerOf(element) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return document.scrollingElement
}

/** A frame's callbacks run before it is painted; a message sent from them arrives after. */
function afterPaint() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now()))
      port1.start()
      port2.postMessage(undefined)
    })
  })
}
