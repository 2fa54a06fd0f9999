import { expect, it } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'

const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }

// Recorded from kube-apiserver 1.36.3.
it('makes the namespace of the first object', async () => {
  const server = await startTestServer('1.36', '--enable-admission-plugins=NamespaceAutoProvision')
  const create = (namespace: string, query = '') =>
    server.send('POST', `/api/v1/namespaces/${namespace}/configmaps${query}`, map)
  try {
    expect((await create('one')).status).toBe(201)
    const { body } = await server.send('GET', '/api/v1/namespaces/one')
    expect(body).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } })
    expect(body.metadata.managedFields[0].manager).toBe('kube-apiserver')
    expect((await create('two', '?dryRun=All')).body.message).toBe('namespaces "two" not found')
    expect((await create('Bad_Name')).body.message).toBe(
      `configmaps "x" is forbidden: Namespace "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    )
  } finally {
    await server.close()
  }
})
