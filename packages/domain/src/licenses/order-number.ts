/**
 * Returns the id of a license order for people, events and the provider's records, from its number in the portal: `P-79`.
 * In the database it is `license_order.portal_id`.
 */
export const orderNumber = (id: number | string): string => `P-${id}`

/** The format of the ids that the portal gives to orders, and to licenses that orders add (decision 0103). */
export const portalForm = /^P-[1-9]\d{0,17}$/
