import { permissionLabels } from '@portal/domain/session/permissions'
import type { AccessStep } from './members.ts'

/** A change that is only looked at, in words. */
export function stepText(step: AccessStep): string {
  if (step.kind === 'role') return `as ${step.role === 'SuperAdmin' ? 'Super' : 'User'}`
  const name = step.kind === 'permission' ? permissionLabels[step.permission] : step.category.name
  return `${step.isHeld ? 'with' : 'without'} ${name}`
}
