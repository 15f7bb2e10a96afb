/** The longest text a list can be searched for. Search boxes and addresses have the same limit. */
export const searchLimit = 200

/** The last page a list can be asked for. */
export const lastPage = 100_000
