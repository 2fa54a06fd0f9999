// Upstream: go.yaml.in/yaml/v2 (resolve.go), for texts that are read as documents of the yaml library
import type { ScalarTag } from '../../component-base/yaml.ts'
import { resolveScalar } from './yaml-scalar.ts'

const nameOf = (kind: string): string => `tag:yaml.org,2002:${kind}`

/** Any scalar that has neither quotes nor a tag. */
const plain: ScalarTag = {
  tag: nameOf('plain'),
  default: true,
  test: /(?:)/,
  resolve: (text) => resolveScalar(text, true, undefined).value,
}

/** A scalar whose tag is written. */
const tagged = (kind: string): ScalarTag => ({
  tag: nameOf(kind),
  resolve: (text) => resolveScalar(text, true, nameOf(kind)).value,
})

const kinds = ['int', 'float', 'bool', 'null', 'timestamp', 'binary']

/**
 * Options of the yaml library by which scalars are what Go makes of them: `e1`, `.`, `1:20` and times are texts, and `0o7` is a number.
 * The YAML 1.1 of the library itself has other rules.
 */
export const goYaml = {
  version: '1.1' as const,
  schema: 'failsafe',
  customTags: ['merge' as const, plain, ...kinds.map(tagged)],
}
