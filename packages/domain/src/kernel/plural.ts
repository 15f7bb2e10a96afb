/** `1 day`, `1,200 days`; a plural that does not end in s is given. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
