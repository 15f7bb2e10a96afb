// Runs in a page before its own scripts, after meter.js; measures what moves, and how long a user waits for a response.
window.vitals = { shift: 0, interactions: new Map(), awaitRows, rows: undefined }

let clickAt = 0
addEventListener('click', (event) => (clickAt = event.timeStamp), { capture: true })

/** Measures from the last click until other rows are painted; afterPaint is of meter.js. */
function awaitRows() {
  window.vitals.rows = new Promise((resolve) => {
    const changed = new MutationObserver(() => {
      changed.disconnect()
      resolve(afterPaint().then((painted) => painted - clickAt))
    })
    const row = document.querySelector('[role="row"][data-index]')
    changed.observe(row, { childList: true, characterData: true, subtree: true })
  })
}

observe('layout-shift', ({ hadRecentInput, value }) => {
  if (!hadRecentInput) window.vitals.shift += value
})
observe('event', ({ interactionId, duration }) => {
  const { interactions } = window.vitals
  if (interactionId)
    interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
})

function observe(type, take) {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    durationThreshold: 16,
  })
}
