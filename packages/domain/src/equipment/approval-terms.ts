import { isolated } from '../kernel/isolated.ts'

/** Stored with every approval. Must be changed whenever the statements below change. */
export const approvalTermsVersion = '2026-11'

/** Returns what a user states by approving a request for a company. */
export function approvalTerms(companyName: string): string[] {
  const company = isolated(companyName)
  return [
    `${company} requests that the provider perform the services listed in this request.`,
    `${company} accepts the charges listed in this request.`,
    'The services are governed by the facilities, software license or customer service agreement ' +
      `between ${company} and the provider.`,
    `I represent that I have the authority to commit ${company} to this request.`,
  ]
}
