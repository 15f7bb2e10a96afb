/** Whether an area's entry is the current one; the query distinguishes two areas of one page. */
export function isCurrentArea(path: string, pathname: string, query: string): boolean {
  const [areaPath = '', areaQuery = ''] = path.split('?')
  const here = new URLSearchParams(query)
  // The review of an order has a separate path.
  const at = pathname.startsWith('/license/') ? '/licenses' : pathname
  const statementOpen =
    pathname === '/invoices/statement' ||
    (pathname === '/invoices' && here.get('statement') === 'open')
  if (areaQuery) return statementOpen
  return (at === areaPath || at.startsWith(`${areaPath}/`)) && !statementOpen
}
