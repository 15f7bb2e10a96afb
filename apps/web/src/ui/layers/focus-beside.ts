/** Moves the focus to the same button of the next row, because the row of this button is about to disappear. */
export function focusBeside(button: HTMLElement) {
  const row = button.closest('li')
  const nth = [...(row?.querySelectorAll('button') ?? [])].indexOf(button as HTMLButtonElement)
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const place = beside ?? button.closest('section, [role=dialog]')
  const buttons = place?.querySelectorAll('button')
  buttons?.[beside ? nth : 0]?.focus()
}
