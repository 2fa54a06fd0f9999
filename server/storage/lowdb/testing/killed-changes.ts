/** The number of writers that write at the same time; each has keys of its own. */
export const writers = 16
/** The number of keys that each writer changes. */
export const keysOfWriter = 3

/** The name of the ConfigMap that a writer changes under a key. */
export const nameOf = (writer: number, key: number): string => `w${writer}-${key}`
/** The key of a writer's object. */
export const keyOf = (writer: number, key: number): string =>
  `/registry/configmaps/default/${nameOf(writer, key)}`

/** The change with this number, of a writer in a round: which of its keys, and the new value; undefined: the key goes. */
export function changeOf(
  writer: number,
  round: number,
  number: number,
): { key: number; value: string | undefined } {
  const key = number % keysOfWriter
  if (number % 7 === 6) return { key, value: undefined }
  return { key, value: `${writer}.${round}.${number}:${'x'.repeat((number * 37 + writer * 101) % 900)}` }
}
