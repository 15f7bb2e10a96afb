export function CardsPanel() {
  return <p>…</p>
}
