import { optimizingLess } from './optimizing-less.mjs'

/** MiB that a heap may reach before V8 looks for garbage in all of it: most documents end below it, a tenth sooner. */
export const youngHeap = 200
/** Flags of V8 for a process that has a cluster or two in it for some seconds. */
export const shortLived: readonly string[] = [
  `--initial-heap-size=${youngHeap}`,
  ...optimizingLess(process.versions.v8),
]
