/** Kept with every approval. A change of the statements below changes it too. */
export const approvalTermsVersion = '2026-11'

/** What somebody states by approving a request in the name of a company (document 2, section 4). */
export function approvalTerms(company: string): string[] {
  return [
    `${company} requests that the provider perform the services listed in this request.`,
    `${company} accepts the charges listed in this request.`,
    'The services are governed by the facilities, software license or customer service agreement ' +
      `between ${company} and the provider.`,
    `I represent that I have the authority to commit ${company} to this request.`,
  ]
}
