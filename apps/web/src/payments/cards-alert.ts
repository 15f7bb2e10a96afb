import { useCallback, useState } from 'react'

export interface CardsAlert {
  tone: 'ok' | 'danger'
  text: string
}

/** The last thing the cards screen has to say, until it is dismissed or something newer is said. */
export function useCardsAlert() {
  const [alert, setAlert] = useState<CardsAlert>()
  return {
    alert,
    done: useCallback((text: string) => setAlert({ tone: 'ok', text }), []),
    problem: useCallback((text: string) => setAlert({ tone: 'danger', text }), []),
    dismiss: useCallback(() => setAlert(undefined), []),
  }
}
