// Objects and patches whose contents cost: long lists of what is validated, compared, merged or tracked.
import {
  type Attack,
  apply,
  core,
  jsonPatch,
  maps,
  merge,
  range,
  record,
  strategic,
  write,
} from './hostile-request.ts'

const named = (name: string, more: Record<string, unknown> = {}) => ({ metadata: { name, ...more } })
const map = (more: Record<string, unknown>) => [write('POST', maps, () => named('hostile', more))]
const container = (more: Record<string, unknown> = {}) => ({ name: 'a', image: 'a', ...more })
const pod = (spec: () => Record<string, unknown>) => [
  write('POST', `${core}/pods?dryRun=All`, () => ({
    ...named('hostile'),
    spec: { containers: [container()], ...spec() },
  })),
]
const service = (spec: Record<string, unknown>) => ({ ...named('hostile'), spec })
const ports = (count: number) =>
  range(count, (i) => ({ name: `p${i}`, port: (i % 65_000) + 1, protocol: i < 65_000 ? 'TCP' : 'UDP' }))
const deployment = (spec: Record<string, unknown>) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  ...named('hostile'),
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container(spec)] } },
  },
})
const owner = (i: number, more: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name: `p${i}`,
  uid: `u${i}`,
  ...more,
})
const paths = (count: number) => ({ 'f:data': record(count, (i) => [`f:k${i}`, {}]) })
const managedFields = (fieldsV1: unknown, count = 1) =>
  range(count, (i) => ({
    manager: `m${i}`,
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1,
  }))
const big = (name: string) =>
  write('POST', maps, () => ({ ...named(name), data: record(20_000, (i) => [`k${i}`, 'v'.repeat(20)]) }))

const metadataAttacks: readonly Attack[] = [
  {
    name: 'ownerReferences 15,000, all controllers',
    requests: map({ ownerReferences: range(15_000, (i) => owner(i, { controller: true })) }),
  },
  {
    name: 'ownerReferences 30,000, equal',
    requests: map({ ownerReferences: range(30_000, () => owner(1)) }),
  },
  {
    name: 'ownerReferences 30,000, bad',
    requests: map({ ownerReferences: range(30_000, () => ({ apiVersion: '', kind: '' })) }),
  },
  { name: 'labels 100,000, bad', requests: map({ labels: record(100_000, (i) => [`-bad ${i}`, '-bad']) }) },
  { name: 'labels 100,000, good', requests: map({ labels: record(100_000, (i) => [`k${i}`, 'v']) }) },
  {
    name: 'label of 2 MB',
    requests: map({ labels: { [`a${'-'.repeat(1_000_000)}`]: `a${'-'.repeat(1_000_000)}` } }),
  },
  {
    name: 'annotations 100,000, bad',
    requests: map({ annotations: record(100_000, (i) => [`-bad ${i}`, 'v']) }),
  },
  { name: 'finalizers 100,000', requests: map({ finalizers: range(100_000, (i) => `bad finalizer ${i}`) }) },
  { name: 'finalizers 100,000, equal', requests: map({ finalizers: range(100_000, () => 'a/b') }) },
  { name: 'managedFields 100,000 paths', requests: map({ managedFields: managedFields(paths(100_000)) }) },
  {
    name: 'managedFields 20,000 managers',
    requests: map({ managedFields: managedFields({ 'f:data': {} }, 20_000) }),
  },
  {
    name: 'managedFields 20,000, bad',
    requests: map({
      managedFields: managedFields('x', 20_000).map((entry) => ({ ...entry, operation: 'Bad' })),
    }),
  },
  {
    name: 'managedFields keys of lists',
    requests: map({
      managedFields: managedFields({ 'f:spec': record(40_000, (i) => [`k:{"name":"a${i}"}`, {}]) }),
    }),
  },
  {
    name: 'managedFields 400 deep',
    requests: map({
      managedFields: managedFields(
        range(400, (i) => i).reduce<unknown>((inner, i) => ({ [`f:a${i}`]: inner }), {}),
      ),
    }),
  },
  {
    name: 'data with 100,000 bad keys',
    requests: [
      write('POST', maps, () => ({
        ...named('hostile'),
        data: record(100_000, (i) => [`bad key ${i}`, 'v']),
      })),
    ],
  },
  {
    name: 'immutable data, many keys',
    requests: [
      write('POST', maps, () => ({
        ...named('hostile-immutable'),
        immutable: true,
        data: record(60_000, (i) => [`k${i}`, 'v']),
      })),
    ],
  },
]

const specAttacks: readonly Attack[] = [
  {
    name: 'env variables 30,000',
    requests: pod(() => ({
      containers: [container({ env: range(30_000, (i) => ({ name: `A${i}`, value: 'x' })) })],
    })),
  },
  {
    name: 'env variables 60,000, bad',
    requests: pod(() => ({
      containers: [container({ env: range(60_000, () => ({ name: '=', value: 'x' })) })],
    })),
  },
  {
    name: 'containers 20,000',
    requests: pod(() => ({ containers: range(20_000, (i) => container({ name: `c${i}` })) })),
  },
  {
    name: 'containers 20,000, equal',
    requests: pod(() => ({ containers: range(20_000, () => container()) })),
  },
  {
    name: 'init containers 20,000',
    requests: pod(() => ({ initContainers: range(20_000, (i) => container({ name: `c${i}` })) })),
  },
  {
    name: 'container ports 40,000',
    requests: pod(() => ({
      containers: [
        container({
          ports: range(40_000, (i) => ({
            containerPort: (i % 60_000) + 1,
            hostPort: (i % 60_000) + 1,
            name: `p${i}`,
          })),
        }),
      ],
    })),
  },
  {
    name: 'volumes 30,000',
    requests: pod(() => ({ volumes: range(30_000, (i) => ({ name: `v${i}`, emptyDir: {} })) })),
  },
  {
    name: 'volumes 30,000, equal',
    requests: pod(() => ({ volumes: range(30_000, () => ({ name: 'v', emptyDir: {} })) })),
  },
  {
    name: 'volumes and mounts 15,000',
    requests: pod(() => ({
      volumes: range(15_000, (i) => ({ name: `v${i}`, emptyDir: {} })),
      containers: [
        container({ volumeMounts: range(15_000, (i) => ({ name: `v${i}`, mountPath: `/m${i}` })) }),
      ],
    })),
  },
  {
    name: 'mounts 30,000 of nothing',
    requests: pod(() => ({
      containers: [
        container({ volumeMounts: range(30_000, (i) => ({ name: `v${i}`, mountPath: `/m${i}` })) }),
      ],
    })),
  },
  {
    name: 'tolerations 40,000',
    requests: pod(() => ({ tolerations: range(40_000, (i) => ({ key: `k${i}`, operator: 'Exists' })) })),
  },
  {
    name: 'tolerations 30,000, bad',
    requests: pod(() => ({
      tolerations: range(30_000, () => ({ key: '-', operator: 'Bad', effect: 'Bad' })),
    })),
  },
  {
    name: 'affinity terms 20,000',
    requests: pod(() => ({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: range(20_000, () => ({
            topologyKey: 'a',
            labelSelector: { matchLabels: { a: 'b' } },
          })),
        },
      },
    })),
  },
  {
    name: 'selector expressions 40,000',
    requests: pod(() => ({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: range(40_000, (i) => ({ key: `k${i}`, operator: 'Exists' })) },
            ],
          },
        },
      },
    })),
  },
  {
    name: 'topology spread 10,000',
    requests: pod(() => ({
      topologySpreadConstraints: range(10_000, () => ({
        maxSkew: 1,
        topologyKey: 'a',
        whenUnsatisfiable: 'DoNotSchedule',
      })),
    })),
  },
  {
    name: 'scheduling gates 40,000',
    requests: pod(() => ({ schedulingGates: range(40_000, (i) => ({ name: `a/g${i}` })) })),
  },
  {
    name: 'host aliases 50,000, bad',
    requests: pod(() => ({ hostAliases: range(50_000, () => ({ ip: 'bad', hostnames: ['-'] })) })),
  },
  {
    name: 'image pull secrets 60,000',
    requests: pod(() => ({ imagePullSecrets: range(60_000, (i) => ({ name: `s${i}` })) })),
  },
  {
    name: 'resource claims 30,000',
    requests: pod(() => ({
      resourceClaims: range(30_000, (i) => ({ name: `c${i}`, resourceClaimName: 'a' })),
    })),
  },
  {
    name: 'resources 60,000',
    requests: pod(() => ({
      containers: [container({ resources: { limits: record(60_000, (i) => [`a.b/r${i}`, '1']) } })],
    })),
  },
  {
    name: 'a quantity of 2 MB',
    requests: pod(() => ({
      containers: [container({ resources: { limits: { cpu: '1'.repeat(2_000_000) } } })],
    })),
  },
  {
    name: 'sysctls 40,000',
    requests: pod(() => ({
      securityContext: { sysctls: range(40_000, (i) => ({ name: `a.b${i}`, value: '1' })) },
    })),
  },
  {
    name: 'service ports 20,000',
    requests: [write('POST', `${core}/services?dryRun=All`, () => service({ ports: ports(20_000) }))],
  },
  {
    name: 'service ports 30,000, equal',
    requests: [
      write('POST', `${core}/services?dryRun=All`, () =>
        service({ ports: range(30_000, () => ({ name: 'a', port: 1 })) }),
      ),
    ],
  },
  {
    name: 'external IPs 100,000',
    requests: [
      write('POST', `${core}/services?dryRun=All`, () =>
        service({ ports: [{ port: 1 }], externalIPs: range(100_000, () => '1.2.3.400') }),
      ),
    ],
  },
  {
    name: 'node ports 20,000',
    requests: [
      write('POST', `${core}/services?dryRun=All`, () => service({ type: 'NodePort', ports: ports(20_000) })),
    ],
  },
  {
    name: 'endpoints 60,000 addresses',
    requests: [
      write('POST', `${core}/endpoints?dryRun=All`, () => ({
        ...named('hostile'),
        subsets: [
          {
            addresses: range(60_000, (i) => ({ ip: `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` })),
            ports: [{ port: 1 }],
          },
        ],
      })),
    ],
  },
  {
    name: 'endpoints 20,000 subsets',
    requests: [
      write('POST', `${core}/endpoints?dryRun=All`, () => ({
        ...named('hostile'),
        subsets: range(20_000, (i) => ({
          addresses: [{ ip: `10.1.${(i >> 8) & 255}.${i & 255}` }],
          ports: [{ port: 1 }],
        })),
      })),
    ],
  },
  {
    name: 'ingress rules 30,000',
    requests: [
      write('POST', '/apis/networking.k8s.io/v1/namespaces/default/ingresses?dryRun=All', () => ({
        ...named('hostile'),
        spec: { rules: range(30_000, (i) => ({ host: `h${i}.a` })) },
      })),
    ],
  },
  {
    name: 'policy rules 40,000',
    requests: [
      write('POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles?dryRun=All', () => ({
        ...named('hostile'),
        rules: range(40_000, (i) => ({ apiGroups: [''], resources: [`r${i}`], verbs: ['get'] })),
      })),
    ],
  },
  {
    name: 'network policy ports 40,000',
    requests: [
      write('POST', '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies?dryRun=All', () => ({
        ...named('hostile'),
        spec: { podSelector: {}, ingress: [{ ports: range(40_000, (i) => ({ port: (i % 60_000) + 1 })) }] },
      })),
    ],
  },
  {
    name: 'node taints 30,000',
    requests: [
      write('POST', '/api/v1/nodes?dryRun=All', () => ({
        ...named('hostile'),
        spec: { taints: range(30_000, (i) => ({ key: `k${i}`, effect: 'NoSchedule' })) },
      })),
    ],
  },
  {
    name: 'node taints 30,000, equal',
    requests: [
      write('POST', '/api/v1/nodes?dryRun=All', () => ({
        ...named('hostile'),
        spec: { taints: range(30_000, () => ({ key: 'k', effect: 'NoSchedule' })) },
      })),
    ],
  },
  {
    name: 'node images 30,000',
    requests: [
      write('POST', '/api/v1/nodes?dryRun=All', () => ({
        ...named('hostile'),
        status: { images: range(30_000, (i) => ({ names: [`i${i}`], sizeBytes: 1 })) },
      })),
    ],
  },
  {
    name: 'webhooks 10,000',
    requests: [
      write(
        'POST',
        '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All',
        () => ({
          ...named('hostile'),
          webhooks: range(10_000, () => ({
            name: 'a.b.c',
            clientConfig: { url: 'https://a' },
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          })),
        }),
      ),
    ],
  },
  {
    name: 'flow schema rules 20,000',
    requests: [
      write('POST', '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas?dryRun=All', () => ({
        ...named('hostile'),
        spec: {
          priorityLevelConfiguration: { name: 'a' },
          rules: range(20_000, (i) => ({
            subjects: [{ kind: 'User', user: { name: `u${i}` } }],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: [`/a${i}`] }],
          })),
        },
      })),
    ],
  },
  {
    name: 'quota resources 60,000',
    requests: [
      write('POST', `${core}/resourcequotas?dryRun=All`, () => ({
        ...named('hostile'),
        spec: { hard: record(60_000, (i) => [`requests.a${i}`, '1']) },
      })),
    ],
  },
  {
    name: 'quota scopes 100,000',
    requests: [
      write('POST', `${core}/resourcequotas?dryRun=All`, () => ({
        ...named('hostile'),
        spec: { scopes: range(100_000, (i) => `S${i}`) },
      })),
    ],
  },
  {
    name: 'autoscaler metrics 20,000',
    requests: [
      write('POST', '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?dryRun=All', () => ({
        ...named('hostile'),
        spec: {
          maxReplicas: 2,
          scaleTargetRef: { kind: 'a', name: 'a' },
          metrics: range(20_000, () => ({
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
          })),
        },
      })),
    ],
  },
  {
    name: 'a certificate request of 2 MB',
    requests: [
      write('POST', '/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All', () => ({
        ...named('hostile'),
        spec: {
          signerName: 'a.b/c',
          usages: range(40_000, (i) => `u${i}`),
          request: Buffer.from(
            `-----BEGIN CERTIFICATE REQUEST-----\n${'QUFB\n'.repeat(300_000)}-----END CERTIFICATE REQUEST-----\n`,
          ).toString('base64'),
        },
      })),
    ],
  },
  {
    name: 'access review with 100,000 groups',
    requests: [
      write('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', () => ({
        spec: {
          user: 'a',
          groups: range(100_000, (i) => `g${i}`),
          resourceAttributes: { verb: 'get', resource: 'pods' },
        },
      })),
    ],
  },
  {
    name: 'a token review of 2 MB',
    requests: [
      write('POST', '/apis/authentication.k8s.io/v1/tokenreviews', () => ({
        spec: { token: `${'a'.repeat(900_000)}.${'b'.repeat(900_000)}.c` },
      })),
    ],
  },
]

const patchAttacks: readonly Attack[] = [
  {
    name: 'apply of 20,000 service ports',
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile?fieldManager=x`,
        () => ({ apiVersion: 'v1', kind: 'Service', ...service({ ports: ports(20_000) }) }),
        apply,
      ),
    ],
  },
  {
    name: 'apply of 60,000 data keys',
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-applied?fieldManager=x&dryRun=All`,
        () => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...named('hostile-applied'),
          data: record(60_000, (i) => [`k${i}`, 'v']),
        }),
        apply,
      ),
    ],
  },
  {
    name: 'apply of 30,000 env variables',
    requests: [
      write(
        'PATCH',
        '/apis/apps/v1/namespaces/default/deployments/hostile?fieldManager=x&dryRun=All',
        () => deployment({ env: range(30_000, (i) => ({ name: `A${i}`, value: 'x' })) }),
        apply,
      ),
    ],
  },
  {
    name: 'apply of 30,000 equal env variables',
    requests: [
      write(
        'PATCH',
        '/apis/apps/v1/namespaces/default/deployments/hostile?fieldManager=x&dryRun=All',
        () => deployment({ env: range(30_000, () => ({ name: 'A', value: 'x' })) }),
        apply,
      ),
    ],
  },
  {
    name: 'apply with unknown fields 100,000',
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-applied?fieldManager=x&dryRun=All`,
        () => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...named('hostile-applied'),
          ...record(100_000, (i) => [`unknown${i}`, 1]),
        }),
        apply,
      ),
    ],
  },
  {
    name: 'apply, 20,000 conflicts',
    prepare: [big('hostile-conflicts')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-conflicts?fieldManager=x`,
        () => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...named('hostile-conflicts'),
          data: record(20_000, (i) => [`k${i}`, 'w']),
        }),
        apply,
      ),
    ],
  },
  {
    name: 'strategic merge of 20,000 ports',
    prepare: [
      write('POST', `${core}/services`, () => ({
        ...named('hostile-smp'),
        spec: { clusterIP: 'None', ports: ports(8000) },
      })),
    ],
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile-smp?dryRun=All`,
        () => ({ spec: { ports: ports(20_000).map((port) => ({ ...port, targetPort: 1 })) } }),
        strategic,
      ),
    ],
  },
  {
    name: 'strategic merge with an order of 30,000',
    prepare: [
      write('POST', `${core}/services`, () => ({
        ...named('hostile-smp'),
        spec: { clusterIP: 'None', ports: ports(8000) },
      })),
    ],
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile-smp?dryRun=All`,
        () => ({
          spec: {
            '$setElementOrder/ports': range(30_000, (i) => ({ port: i + 1 })),
            ports: range(30_000, (i) => ({ port: i + 1, name: `n${i}` })),
          },
        }),
        strategic,
      ),
    ],
  },
  {
    name: 'strategic merge, deletions 30,000',
    prepare: [
      write('POST', `${core}/services`, () => ({
        ...named('hostile-smp'),
        spec: { clusterIP: 'None', ports: ports(8000) },
      })),
    ],
    requests: [
      write(
        'PATCH',
        `${core}/services/hostile-smp?dryRun=All`,
        () => ({ spec: { ports: range(30_000, (i) => ({ port: i + 1, $patch: 'delete' })) } }),
        strategic,
      ),
    ],
  },
  {
    name: 'strategic merge of finalizers 30,000',
    requests: [
      write(
        'PATCH',
        `${maps}/kube-root-ca.crt?dryRun=All`,
        () => ({
          metadata: {
            finalizers: range(30_000, (i) => `a.b/f${i}`),
            '$deleteFromPrimitiveList/finalizers': range(30_000, (i) => `a.b/g${i}`),
          },
        }),
        strategic,
      ),
    ],
  },
  {
    name: 'merge patch of 100,000 keys',
    requests: [
      write(
        'PATCH',
        `${maps}/kube-root-ca.crt?dryRun=All`,
        () => ({ data: record(100_000, (i) => [`k${i}`, 'v']) }),
        merge,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 insertions before 600,000',
    requests: [
      write(
        'PATCH',
        `${maps}/kube-root-ca.crt?dryRun=All`,
        () => [
          { op: 'add', path: '/x', value: range(1_000_000, () => 0) },
          ...range(9990, () => ({ op: 'add', path: '/x/0', value: 0 })),
        ],
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 moves that nest',
    requests: [
      write(
        'PATCH',
        `${maps}/kube-root-ca.crt?dryRun=All`,
        () => [
          { op: 'add', path: '/x', value: range(9000, () => ({})) },
          ...range(8900, () => ({ op: 'move', from: '/x/0', path: '/x/0/a' })),
        ],
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 tests of the whole',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => range(10_000, () => ({ op: 'test', path: '/data/k1', value: 'v'.repeat(20) })),
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: 10,000 copies',
    prepare: [big('hostile-tested')],
    requests: [
      write(
        'PATCH',
        `${maps}/hostile-tested?dryRun=All`,
        () => range(10_000, (i) => ({ op: 'copy', from: '/metadata', path: `/c${i}` })),
        jsonPatch,
      ),
    ],
  },
  {
    name: 'JSON patch: long paths',
    requests: [
      write(
        'PATCH',
        `${maps}/kube-root-ca.crt?dryRun=All`,
        () => range(2, () => ({ op: 'add', path: '/a'.repeat(700_000), value: 1 })),
        jsonPatch,
      ),
    ],
  },
]

export const objectAttacks: readonly Attack[] = [...metadataAttacks, ...specAttacks, ...patchAttacks]
