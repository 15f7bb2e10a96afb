import { useCallback, useState } from 'react'

export interface CardsAlert {
  tone: 'ok' | 'danger'
  text: string
}

/** The latest message of the cards screen, until it is dismissed or replaced. */
export function useCardsAlert() {
  const [alert, setAlert] = useState<CardsAlert>()
  return {
    alert,
    done: useCallback((text: string) => setAlert({ tone: 'ok', text }), []),
    problem: useCallback((text: string) => setAlert({ tone: 'danger', text }), []),
    dismiss: useCallback(() => setAlert(undefined), []),
  }
}
