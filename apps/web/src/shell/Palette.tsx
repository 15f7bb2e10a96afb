import type { SignedIn } from '../session/useSession.ts'

export default function Palette(_: { session: SignedIn; onClose: () => void }) {
  return null
}
