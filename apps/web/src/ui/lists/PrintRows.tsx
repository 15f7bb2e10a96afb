import type { Column, List } from './list-columns.ts'
import css from './PrintRows.module.css'

/** A printed column has no track. */
export type PaperColumn<Row, Actions = undefined> = Omit<Column<Row, Actions>, 'width'>

interface PrintRowsProps<Row, Actions> {
  list: Pick<List<Row, Actions>, 'label'> & { columns: readonly PaperColumn<Row, Actions>[] }
  rows: readonly Row[]
  actions: Actions
}

/** All rows of a list on paper, which cannot scroll; the header repeats on each page. */
export function PrintRows<Row, Actions>({ list, rows, actions }: PrintRowsProps<Row, Actions>) {
  const columns = list.columns.filter(
    ({ isHeaderHidden, isScreenOnly }) => !isHeaderHidden && !isScreenOnly,
  )
  return (
    <table className={css.rows} aria-label={list.label}>
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <th key={id} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows do not change while they are printed
          <tr key={index}>
            {columns.map(({ id, align, look, cell }) => (
              <td key={id} data-align={align} data-look={look}>
                {cell(row, actions)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
