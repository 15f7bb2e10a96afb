/** Rows that follow one another under one heading: the indexes of the first and the last. */
export interface RowGroup {
  name: string
  first: number
  last: number
}

export interface RowGroups {
  all: readonly RowGroup[]
  /** The indexes of the rows below a heading. */
  firsts: ReadonlySet<number>
}

/** The height of a heading, in pixels. */
export const groupHeight = 28

/** The groups of rows in their order; a name that occurs again later starts another group. No groups without `nameOf`. */
export function rowGroups<Row>(
  rows: readonly Row[],
  nameOf: ((row: Row) => string) | undefined,
): RowGroups {
  const all: RowGroup[] = []
  if (nameOf)
    for (const [index, row] of rows.entries()) {
      const name = nameOf(row)
      const group = all.at(-1)
      if (group?.name === name) group.last = index
      else all.push({ name, first: index, last: index })
    }
  return { all, firsts: new Set(all.map(({ first }) => first)) }
}
