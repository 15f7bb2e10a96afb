/** Whether an area's entry is the current one. */
export function isCurrentArea(path: string, pathname: string): boolean {
  // The review of an order has a separate path; the statement is below the invoices and a separate area.
  const at = pathname.startsWith('/license/') ? '/licenses' : pathname
  return at === path || (at.startsWith(`${path}/`) && at !== '/invoices/statement')
}
