import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const selecting = {
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SelfSubjectAccessReview',
  spec: {
    resourceAttributes: {
      verb: 'list',
      resource: 'pods',
      fieldSelector: { rawSelector: 'spec.nodeName=n1' },
    },
  },
}

it.each([
  ['1.30', [], false],
  ['1.31', [], false],
  ['1.32', [], true],
  ['1.32', ['--feature-gates=AuthorizeWithSelectors=false,AuthorizeNodeWithSelectors=false'], false],
  ['1.36', [], true],
])('%s %j: reviews keep selectors: %s', async (release, flags, kept) => {
  server = await startTestServer(release, ...flags)
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const { status, body } = await server.send('POST', path, selecting)
  expect([status, 'fieldSelector' in body.spec.resourceAttributes]).toEqual([201, kept])
})
