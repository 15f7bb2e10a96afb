import { config } from '../api/config.ts'
import css from './Footer.module.css'

export function Footer() {
  return (
    <footer className={css.footer}>
      <span>{config.copyright}</span>
      <span className={css.links}>
        <a href={config.legalUrl}>Legal</a>
        <a href={config.privacyUrl}>Privacy</a>
        <a href={config.helpUrl}>Need Help?</a>
      </span>
    </footer>
  )
}
