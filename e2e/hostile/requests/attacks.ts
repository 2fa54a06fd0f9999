import { bodyAttacks } from './body-attacks.ts'
import type { Attack } from './hostile-request.ts'
import { objectAttacks } from './object-attacks.ts'
import { readingAttacks } from './reading-attacks.ts'

/** All that is tried on a server by one request, or a few at once. */
export const attacks: readonly Attack[] = [...bodyAttacks, ...objectAttacks, ...readingAttacks]
