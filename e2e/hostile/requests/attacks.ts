import { bodyAttacks } from './body-attacks.ts'
import { cborAttacks } from './cbor-attacks.ts'
import type { Attack } from './hostile-request.ts'
import { metadataAttacks } from './metadata-attacks.ts'
import { patchAttacks } from './patch-attacks.ts'
import { podAttacks } from './pod-attacks.ts'
import { readingAttacks } from './reading-attacks.ts'
import { specAttacks } from './spec-attacks.ts'

/** All attacks, each of one request or a few at once. */
export const attacks: readonly Attack[] = [
  ...bodyAttacks,
  ...cborAttacks,
  ...metadataAttacks,
  ...podAttacks,
  ...specAttacks,
  ...patchAttacks,
  ...readingAttacks,
]
