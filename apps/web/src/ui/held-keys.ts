// Keys that are pressed while a layer loads or opens are passed to the field of the layer.

interface Hold {
  keys: KeyboardEvent[]
  /** The field that had the focus when a key opened the layer: further keys are not for this field. */
  from: Element | null
  timer: ReturnType<typeof setTimeout>
}

let hold: Hold | undefined

/** A layer without a field gets the focus within this time. */
const focusMs = 1000
/** After this time the keys are no longer held for a layer that does not load. */
const loadMs = 10_000
/** Keys that, until the first letter, go to the focused element, such as a button. */
const afterText = new Set([' ', 'Enter', 'Backspace', 'ArrowDown', 'ArrowUp'])

const isField = (one: unknown): one is HTMLInputElement | HTMLTextAreaElement =>
  one instanceof HTMLTextAreaElement ||
  (one instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit|file)$/.test(one.type))

/** Text typed into these elements is not held. */
const takesKeys = (one: unknown): one is Element => isField(one) || one instanceof HTMLSelectElement

/** Starts to hold keys, because a layer was requested. Text typed into another field meanwhile stays in that field. */
export function holdKeys(from: Element | null = null): void {
  if (hold) return
  hold = { keys: [], from, timer: setTimeout(give, loadMs) }
  addEventListener('keydown', take, true)
  addEventListener('focusin', onFocus)
  addEventListener('pointerdown', give, true)
}

/** Called when the layer is shown, whose field is about to get the focus, or when it failed to load. */
export function layerIsThere(): void {
  if (!hold) return
  clearTimeout(hold.timer)
  hold.timer = setTimeout(give, focusMs)
}

function take(event: KeyboardEvent): void {
  if (!hold || !event.isTrusted || event.isComposing) return
  if (event.key === 'Escape') return give()
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const isText = event.key.length === 1 && event.key !== ' '
  if (!isText && !(afterText.has(event.key) && hold.keys.length > 0)) return
  const at = document.activeElement
  if (takesKeys(at) && at !== hold.from) return
  event.preventDefault()
  event.stopImmediatePropagation()
  hold.keys.push(event)
}

function onFocus({ target }: FocusEvent): void {
  if (takesKeys(target) && target !== hold?.from && target.closest('[role=dialog]')) give()
}

/** Passes the held keys to the focused element. */
function give(): void {
  if (!hold) return
  const { keys, timer } = hold
  hold = undefined
  clearTimeout(timer)
  removeEventListener('keydown', take, true)
  removeEventListener('focusin', onFocus)
  removeEventListener('pointerdown', give, true)
  const field = document.activeElement
  if (!isField(field)) return keys.forEach(repeat)
  let text = field.value
  const others: KeyboardEvent[] = []
  for (const event of keys) {
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else others.push(event)
  }
  // Sets the value as typing does: React ignores other ways.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  setTimeout(() => others.forEach(repeat))
}

function repeat({ key, code, shiftKey }: KeyboardEvent): void {
  const event = { key, code, shiftKey, bubbles: true, cancelable: true }
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', event))
}
