/** Freezes a value of JSON with all that it holds: who changes it fails at once. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const one of Object.values(value)) deepFreeze(one)
}
