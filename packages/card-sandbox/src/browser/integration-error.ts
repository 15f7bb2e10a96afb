/** A mistake of whoever wrote the page, which the provider's script throws instead of answering. */
export function integrationError(message: string) {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}
