/** Returns `1 day` or `1,200 days`; a plural that does not end with s must be given. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
