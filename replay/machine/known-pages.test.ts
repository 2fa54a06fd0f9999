import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { knownPage } from './known-pages.ts'

const releases = 'https://github.com/kubernetes-sigs/metrics-server/releases'

describe('pages that are known', () => {
  it('has the metrics server of a release', () => {
    const objects = parseAllDocuments(knownPage(`${releases}/download/v0.7.1/components.yaml`)!).map((one) =>
      one.toJS(),
    )
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ServiceAccount metrics-server',
      'ClusterRole system:aggregated-metrics-reader',
      'ClusterRole system:metrics-server',
      'RoleBinding metrics-server-auth-reader',
      'ClusterRoleBinding metrics-server:system:auth-delegator',
      'ClusterRoleBinding system:metrics-server',
      'Service metrics-server',
      'Deployment metrics-server',
      'APIService v1beta1.metrics.k8s.io',
    ])
    expect(JSON.stringify(objects)).toContain('metrics-server:v0.7.1')
  })

  it.each([`${releases}/latest/download/other.yaml`, 'https://example.com/components.yaml'])(
    'not %s',
    (url) => expect(knownPage(url)).toBeUndefined(),
  )
})
