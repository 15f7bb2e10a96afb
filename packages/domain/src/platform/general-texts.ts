/** The server's general texts for errors without details. The texts of the screens are more specific. */
export const generalTexts = { notFound: 'Not found.', unexpected: 'Something went wrong.' } as const
