/** A count with its word in English: `1 day`, `2 days`. */
export const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
