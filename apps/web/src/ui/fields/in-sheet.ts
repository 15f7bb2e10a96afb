import { createContext } from 'react'

/** True in a sheet of filters on a phone, where all values of a choice are visible. */
export const InSheet = createContext(false)
