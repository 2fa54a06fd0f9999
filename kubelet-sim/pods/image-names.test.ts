import { expect, it } from 'vitest'
import { pullFailure } from './image-names.ts'

const failed = (code: string, whole: string, why: string): string =>
  `rpc error: code = ${code} desc = failed to pull and unpack image "${whole}": failed to resolve reference "${whole}": ${why}`
const denied =
  'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed'

it.each([
  ['nginx:nonexistent', 'docker.io/library/nginx:nonexistent'],
  ['nginx:does-not-exist', 'docker.io/library/nginx:does-not-exist'],
  ['webserver:404', 'docker.io/library/webserver:404'],
  ['registry.k8s.io/pause:no-such-tag', 'registry.k8s.io/pause:no-such-tag'],
  ['registry.k8s.io/nosuch', 'registry.k8s.io/nosuch:latest'],
  ['quay.io/a/bad-image:v1', 'quay.io/a/bad-image:v1'],
])('%s is not found', (image, whole) => {
  expect(pullFailure(image)).toBe(failed('NotFound', whole, `${whole}: not found`))
})

it.each([
  ['non_existing_image_name:102', 'docker.io/library/non_existing_image_name:102'],
  ['this-image-does-not-exist', 'docker.io/library/this-image-does-not-exist:latest'],
  ['me/invalid-image:1.0', 'docker.io/me/invalid-image:1.0'],
])('%s is none of the hub', (image, whole) => {
  expect(pullFailure(image)).toBe(failed('Unknown', whole, denied))
})

it.each(['r.invalid/a:1', 'invalid.registry.k8s.io/invalid/alpine:3.1'])('%s has no host', (image) => {
  expect(pullFailure(image)).toMatch(/^rpc error: code = Unknown desc = .*: no such host$/)
})

it.each([
  'nginx',
  'nginx:1.404',
  'registry.k8s.io/e2e-test-images/agnhost:2.53',
  'registry.k8s.io/not-found-page:1.0',
  'invalid-config-checker:v1',
  'me/existing:exists',
  'notes:broken-links-1.2',
  `busybox@sha256:${'a'.repeat(64)}`,
])('%s is there', (image) => {
  expect(pullFailure(image)).toBeUndefined()
})
