/** Returns the error that the provider's script throws for a mistake in the page. */
export function integrationError(message: string) {
  return Object.assign(new Error(message), { name: 'IntegrationError' })
}
