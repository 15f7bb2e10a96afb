import { LoaderCircle } from 'lucide-react'
import css from './Spinner.module.css'

export function Spinner() {
  return <LoaderCircle size={16} className={css.spinner} aria-hidden />
}
