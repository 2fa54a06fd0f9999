// Pods whose lists have no end.
import { type Attack, core, range, record, write } from './hostile-request.ts'
import { container, named } from './objects.ts'

const pod = (spec: () => Record<string, unknown>) => [
  write('POST', `${core}/pods?dryRun=All`, () => ({
    ...named('hostile'),
    spec: { containers: [container()], ...spec() },
  })),
]

/** Pods with very many containers, variables, volumes, tolerations and the like. */
export const podAttacks: readonly Attack[] = [
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
    name: 'containers 190,000, empty',
    requests: pod(() => ({ containers: range(190_000, () => ({})) })),
  },
  {
    name: 'volumes 900,000, empty',
    requests: pod(() => ({ volumes: range(900_000, () => ({})) })),
  },
  {
    name: 'image pull secrets 190,000, empty',
    requests: pod(() => ({ imagePullSecrets: range(190_000, () => ({})) })),
  },
  {
    name: 'claims 60,000 of a container',
    requests: pod(() => ({
      containers: [container({ resources: { claims: range(60_000, (i) => ({ name: `c${i}` })) } })],
    })),
  },
  {
    name: 'claims 30,000 that none of 15,000 has',
    requests: pod(() => ({
      resourceClaims: range(15_000, (i) => ({ name: `c${i}`, resourceClaimName: 'a' })),
      containers: [container({ resources: { claims: range(30_000, (i) => ({ name: `d${i}` })) } })],
    })),
  },
  {
    name: 'topology spread 30,000, all different',
    requests: pod(() => ({
      topologySpreadConstraints: range(30_000, (i) => ({
        maxSkew: 1,
        topologyKey: `k${i}`,
        whenUnsatisfiable: 'DoNotSchedule',
      })),
    })),
  },
]
