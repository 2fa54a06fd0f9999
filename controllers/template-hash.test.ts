// Hashes of what real kube-controller-managers made of Deployments and DaemonSets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { templateHash } from './template-hash.ts'

interface Recorded {
  release: number
  hash: string
  template: object
}
const recorded: Recorded[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'template-hash-recorded.json'), 'utf8'),
)

it.each(recorded.map(({ release, hash, template }, i) => [release, i, hash, template] as const))(
  'hashes a template as a controller of 1.%i does (%i)',
  (release, _, hash, template) => {
    expect(templateHash(template, undefined, release)).toBe(hash)
  },
)

it('has another hash after a collision', () => {
  const [{ template, release, hash }] = recorded as [Recorded]
  expect(templateHash(template, 1, release)).not.toBe(hash)
})
