export type FormFields = { [name: string]: string | FormFields }

/** Reads `a[b][c]=d` bodies and query strings; `a[]=x` and `a[0]=x` become numbered fields. */
export function readFormFields(text: string): FormFields {
  const fields = emptyFields()
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    const holder = path.reduce(childFields, fields)
    holder[last || nextNumber(holder)] = value
  }
  return fields
}

function childFields(parent: FormFields, name: string) {
  const key = name || nextNumber(parent)
  const child = parent[key]
  if (typeof child === 'object') return child
  return (parent[key] = emptyFields())
}

/** The object has no prototype, so that a field named `__proto__` is an ordinary field. */
const emptyFields = () => Object.create(null) as FormFields

const nextNumber = (fields: FormFields) => String(Object.keys(fields).length)
