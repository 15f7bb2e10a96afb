/** The target of a click. */
const controls =
  'a, button, input, select, textarea, summary, [role=row], [role=option], [role=menuitem]'

/**
 * The second click of a double click acts on the target of the first click, or on nothing: not on a layer, row or button
 * that the first click put under the pointer. Keyboard clicks have no series.
 */
export function keepSeriesTogether(): void {
  let first: Element | null = null
  const stopOthers = (event: MouseEvent) => {
    const control = controlOf(event)
    if (event.detail < 2) first = control
    else if (control !== first) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  // A menu opens with the press, a button acts with the click. Before any other listener.
  addEventListener('mousedown', stopOthers, true)
  addEventListener('click', stopOthers, true)
}

function controlOf({ target }: Event): Element | null {
  if (!(target instanceof Element)) return null
  // A click on a label becomes one on its field.
  const label = target.closest('label')
  return label?.control ?? target.closest(controls) ?? target
}
