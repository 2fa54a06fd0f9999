// The text is that of pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, startControlPlane } from './control-plane.ts'

const pods = `${defaultNamespace}/pods`
const on = ['--feature-gates=DynamicResourceAllocation=true', '--runtime-config=resource.k8s.io/v1beta1=true']
const request = { deviceClassName: 'x' }

it.each([
  ['1.36', 'v1', [], { exactly: request }],
  ['1.33', 'v1beta1', on, request],
] as const)(
  'in %s places no pod before its ResourceClaims are there and allocated',
  async (release, version, args, asked) => {
    const { client, until } = await startControlPlane(release, ...args)
    const claims = `/apis/resource.k8s.io/${version}/namespaces/default/resourceclaims`
    await client.create('/api/v1/nodes', {
      metadata: { name: 'a' },
      status: {
        conditions: [{ type: 'Ready', status: 'True', reason: 'x', message: 'x' }],
        allocatable: { cpu: '2', pods: '110' },
      },
    })
    await client.create(pods, {
      metadata: { name: 'user' },
      spec: {
        resourceClaims: [{ name: 'gpu', resourceClaimName: 'one' }],
        containers: [{ name: 'c', image: 'c', resources: { claims: [{ name: 'gpu' }] } }],
      },
    })
    await client.create(pods, {
      metadata: { name: 'other' },
      spec: { containers: [{ name: 'c', image: 'c' }] },
    })
    const seen = async (name: string): Promise<string | undefined> => {
      const found = await client.get<
        KubeObject & { spec: { nodeName?: string }; status: { conditions?: { message?: string }[] } }
      >(`${pods}/${name}`)
      return found.spec.nodeName ?? found.status.conditions?.[0]?.message
    }
    await until(() => seen('other'), 'a')
    expect(await seen('user')).toBeUndefined()
    await client.create(claims, {
      metadata: { name: 'one' },
      spec: { devices: { requests: [{ name: 'r', ...asked }] } },
    })
    await until(
      () => seen('user'),
      expect.stringMatching(/^0\/1 nodes are available: 1 cannot allocate all claims\./),
    )
  },
)
