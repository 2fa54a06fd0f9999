// Set up for all tests: who changes what the server's store and all informers have together fails there, at once.
import { onShared } from '../shared-objects.ts'
import { deepFreeze } from './deep-freeze.ts'

onShared(deepFreeze)
