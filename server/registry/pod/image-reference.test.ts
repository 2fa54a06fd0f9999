import { expect, it } from 'vitest'
import { imageTag } from './image-reference.ts'

it.each([
  ['busybox', 'latest'],
  ['busybox:1.36', '1.36'],
  ['localhost:5000/a/b', 'latest'],
  ['registry.example.com/a:v1', 'v1'],
  [`a@sha256:${'0'.repeat(64)}`, ''],
  ['Upper', ''],
  ['a b', ''],
  ['', ''],
])('reads the tag of %j as %j', (image, tag) => {
  expect(imageTag(image)).toBe(tag)
})
