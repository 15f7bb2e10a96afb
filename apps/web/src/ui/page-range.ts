/** `201–400`: which of the entries the page in sight shows; nothing when it is empty. */
export function pageRange(page: number, size: number, shown: number): string {
  if (shown === 0) return ''
  const before = (page - 1) * size
  const number = (value: number) => value.toLocaleString('en-US')
  return `${number(before + 1)}–${number(before + shown)}`
}
