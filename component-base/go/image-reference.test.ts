import { expect, it } from 'vitest'
import { isImageReference, parseNormalizedNamed, parseReference, splitDomain } from './image-reference.ts'

const sum = (length: number): string => 'a'.repeat(length)

it.each([
  ['nginx', ['', 'nginx', '', '']],
  ['registry.k8s.io:443/a/b:v1', ['registry.k8s.io:443', 'a/b', 'v1', '']],
  [`[::1]:5000/a@sha256:${sum(64)}`, ['[::1]:5000', 'a', '', `sha256:${sum(64)}`]],
  ['', 'repository name must have at least one component'],
  ['a b', 'invalid reference format'],
  ['Nginx', 'repository name must be lowercase'],
  [sum(256), 'repository name must not be more than 255 characters'],
  [`a@sha256:${sum(65)}`, 'invalid checksum digest length'],
  [`a@sha256:${sum(64).toUpperCase()}`, 'invalid checksum digest format'],
  [`a@Sha256:${sum(64)}`, 'invalid checksum digest format'],
  [`a@md5:${sum(32)}`, 'unsupported digest algorithm'],
])('parses %j as %j', (text, expected) => {
  const parsed = parseReference(text)
  expect(parsed instanceof Error ? parsed.message : Object.values(parsed)).toEqual(expected)
})

it.each([
  ['nginx:1', ['docker.io', 'library/nginx', '1', '']],
  ['index.docker.io/a/b', ['docker.io', 'a/b', '', '']],
  ['a/b', ['docker.io', 'a/b', '', '']],
  ['A/b', ['A', 'b', '', '']],
  ['a/B', 'invalid reference format: repository name (a/B) must be lowercase'],
  [sum(64), `invalid repository name (${sum(64)}), cannot specify 64-byte hexadecimal strings`],
])('completes %j to %j', (text, expected) => {
  const parsed = parseNormalizedNamed(text)
  expect(parsed instanceof Error ? parsed.message : Object.values(parsed)).toEqual(expected)
})

it('names no repository where the library did not yet', () => {
  expect(parseNormalizedNamed('Nginx', false)).toEqual(
    new Error('invalid reference format: repository name must be lowercase'),
  )
})

it('takes a host of any form, and what has none for a name of the hub', () => {
  expect(['localhost/a', 'x:1/a', 'x/a'].map(splitDomain)).toEqual([
    ['localhost', 'a'],
    ['x:1', 'a'],
    ['docker.io', 'x/a'],
  ])
  expect(['_x/a', '-x.io/a', 'x.io/a'].map(isImageReference)).toEqual([false, false, true])
})
