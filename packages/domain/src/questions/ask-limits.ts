/** The most characters of a question. */
export const messageLimit = 2000
/** The most questions about an invoice that may wait for an answer. */
export const mostOpen = 20
/** The most questions that a company can ask in 24 hours. */
export const mostInDay = 50
