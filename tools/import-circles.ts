export type ImportGraph = ReadonlyMap<string, readonly string[]>

interface Visit {
  order: number
  /** The earliest position that is reachable from the file, among files whose circle is still open. */
  reaches: number
  isOpen: boolean
}

/**
 * Returns the groups of files that import each other in a circle: the strongly connected components of the graph (Tarjan's
 * algorithm) with more than one file, or with one that imports itself.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const visits = new Map<string, Visit>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(file: string): Visit {
    const own: Visit = { order: visits.size, reaches: visits.size, isOpen: true }
    visits.set(file, own)
    open.push(file)
    const targets = graph.get(file) ?? []
    for (const target of targets) {
      const seen = visits.get(target)
      if (!seen) own.reaches = Math.min(own.reaches, visit(target).reaches)
      else if (seen.isOpen) own.reaches = Math.min(own.reaches, seen.order)
    }
    // No earlier file is reachable, so the files opened since then are a component.
    if (own.reaches === own.order) {
      const component = open.splice(open.indexOf(file))
      for (const member of component) visits.get(member)!.isOpen = false
      if (component.length > 1 || targets.includes(file)) circles.push(component.sort())
    }
    return own
  }

  for (const file of graph.keys()) if (!visits.has(file)) visit(file)
  return circles
}
