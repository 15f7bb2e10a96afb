import css from './TermsBox.module.css'

interface TermsBoxProps {
  title: string
  paragraphs: readonly string[]
  version: string
  height: 'tall' | 'fitting'
}

/** The full text of the terms. */
export function TermsBox({ title, paragraphs, version, height }: TermsBoxProps) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={`${css.terms} ${css[height]}`} tabIndex={0} role="region" aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ol>
      <p>Version {version}</p>
    </div>
  )
}
