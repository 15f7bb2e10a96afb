/** The longest search text of a list. Search boxes and addresses have the same limit. */
export const searchLimit = 200

/** The highest page number that can be requested. */
export const lastPage = 100_000
