import type { HTMLAttributes } from 'react'
import css from './parts.module.css'

/** A step of the scale of spaces in tokens.css: 2, 4, 8, 12 and 16 px; the widest parts columns. */
type Step = 1 | 2 | 3 | 4 | 5

/** The style of a part. The rules are in a layer, so a class with another value wins. */
interface Look {
  size?: 0 | 1 | 2 | 3 | 4
  weight?: 400 | 500 | 600
  tone?: 'plain' | 'muted' | 'faint' | 'ok' | 'warn' | 'danger'
  gap?: Step
  rowGap?: 0 | 2 | 3
  align?: 'stretch' | 'baseline' | 'start'
  justify?: 'between' | 'center' | 'end'
  wrap?: boolean
}

interface PartProps extends Look, HTMLAttributes<HTMLElement> {
  as?: keyof HTMLElementTagNameMap
}

function part(
  kind: string,
  { as: Tag = 'div', size, weight, tone, gap, rowGap, align, justify, wrap, ...props }: PartProps,
) {
  const styles = Object.entries({ size, weight, tone, gap, rowGap, align, justify, wrap })
  const names = styles.map(([name, value]) => value !== undefined && css[`${name}-${value}`])
  const className = [css[kind], ...names, props.className].filter(Boolean).join(' ')
  const Any = Tag as 'div'
  return <Any {...props} className={className} />
}

/** Children below each other. */
export const Stack = (props: PartProps) => part('stack', props)

/** Children side by side, centered unless aligned otherwise. */
export const Row = (props: PartProps) => part('row', props)

/** Items separated by thin lines. */
export const List = (props: PartProps) => part('list', { as: 'ul', ...props })

export const Text = (props: PartProps) => part('text', { as: 'span', ...props })

/** Secondary text. */
export const Muted = (props: PartProps) => part('text', { as: 'span', tone: 'muted', ...props })
