// THE table of resources: one line for each resource that has rules of its own. All others follow generic/default-strategy.ts.
import type { ResourceRegistration } from './generic/strategy.ts'

export const registrations: readonly ResourceRegistration[] = []
