// Set up for all tests: who changes what the server's store and all informers have together fails there, at once.
import { onShared } from '../shared-objects.ts'

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const one of Object.values(value)) freeze(one)
}

onShared(freeze)
