import css from './PeopleTable.module.css'
import { isInvited, type PersonRow } from './listed-people.ts'

/** The people of a list, line by line. */
export function PeopleTable({ label, rows }: { label: string; rows: readonly PersonRow[] }) {
  return (
    <table className={css.people} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Person</th>
          <th scope="col">{label}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-fate={row.fate} data-invited={isInvited(row) || undefined}>
            <td>{row.line}</td>
            <td>
              {row.name && <bdi>{row.name}</bdi>}
              {row.email && <span translate="no">{row.email}</span>}
            </td>
            <td>
              <span>{row.words}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
