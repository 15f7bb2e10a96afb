/** What the server says when it can say nothing of the case. The text of a screen says more. */
export const generalTexts = { notFound: 'Not found.', unexpected: 'Something went wrong.' } as const
