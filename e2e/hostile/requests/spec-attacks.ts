// Objects of other kinds whose lists have no end.
import { type Attack, core, type HostileRequest, range, record, write } from './hostile-request.ts'
import { named, ports, service } from './objects.ts'

/** Services, Nodes, roles, policies and other objects with very long lists. */
export const specAttacks: readonly Attack[] = [
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
    name: 'a TLS Secret and a caBundle of blocks that never end',
    requests: [
      write('POST', '/api/v1/namespaces/default/secrets?dryRun=All', () => ({
        ...named('hostile'),
        type: 'kubernetes.io/tls',
        data: { 'tls.crt': beginsOf(500_000), 'tls.key': beginsOf(500_000) },
      })),
      write('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', () => ({
        ...named('hostiles.a.b'),
        spec: {
          group: 'a.b',
          names: { kind: 'Hostile', plural: 'hostiles' },
          scope: 'Cluster',
          versions: [
            { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
          ],
          conversion: {
            strategy: 'Webhook',
            webhook: {
              conversionReviewVersions: ['v1'],
              clientConfig: { url: 'https://a.b/', caBundle: beginsOf(2_000_000) },
            },
          },
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
  {
    name: 'a certificate request of 90,000 beginnings',
    requests: [
      write('POST', '/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All', () => ({
        ...named('hostile'),
        spec: {
          signerName: 'a.b/c',
          usages: ['any'],
          request: Buffer.from(range(90_000, (i) => `-----BEGIN ${i}-----\n`).join('')).toString('base64'),
        },
      })),
    ],
  },
  {
    name: 'a secret with 900 kB of broken JSON',
    requests: [
      write('POST', `${core}/secrets?dryRun=All`, () => ({
        ...named('hostile'),
        type: 'kubernetes.io/dockerconfigjson',
        data: { '.dockerconfigjson': Buffer.from(`{"a":"${'x'.repeat(900_000)}`).toString('base64') },
      })),
    ],
  },
  {
    name: 'limits 40,000, all different',
    requests: [
      write('POST', `${core}/limitranges?dryRun=All`, () => ({
        ...named('hostile'),
        spec: { limits: range(40_000, (i) => ({ type: `a/t${i}` })) },
      })),
    ],
  },
  {
    name: 'webhooks 15,000, all different',
    requests: [
      write(
        'POST',
        '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All',
        () => ({
          ...named('hostile'),
          webhooks: range(15_000, (i) => ({
            name: `a${i}.b.c`,
            clientConfig: { url: 'https://a' },
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          })),
        }),
      ),
    ],
  },
  {
    name: 'a schedule of a million ranges',
    requests: [scheduled(() => '*,'.repeat(1_400_000)), scheduled(() => '@every '.padEnd(2_800_000, '1h'))],
  },
  {
    name: 'a pattern of 1,285,000 instructions',
    requests: [
      write('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', () =>
        definedBy({ type: 'string', pattern: 'a{1000}'.repeat(1285) }),
      ),
    ],
  },
  {
    name: 'data of 190,000 wrong types',
    requests: [
      write('POST', `${core}/configmaps?dryRun=All`, () => ({
        ...named('hostile'),
        data: record(190_000, (i) => [`k${i}`, 1]),
      })),
    ],
  },
  {
    name: 'a token of 2,900,000 characters, most of them objects',
    requests: [
      write('POST', '/apis/authentication.k8s.io/v1/tokenreviews', () => ({
        spec: { token: `${'A'.repeat(40)}.${encoded(range(700_000, () => ({})))}.AAAA` },
      })),
    ],
  },
]

/** A CronJob with a schedule. */
function scheduled(schedule: () => string): HostileRequest {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] } }
  return write('POST', '/apis/batch/v1/namespaces/default/cronjobs?dryRun=All', () => ({
    ...named('hostile'),
    spec: { schedule: schedule(), jobTemplate: { spec: { template } } },
  }))
}

/** A definition whose objects have a field `a` of a schema. */
const definedBy = (schema: object): object => ({
  metadata: { name: 'patterns.hostile.example.com' },
  spec: {
    group: 'hostile.example.com',
    scope: 'Namespaced',
    names: { plural: 'patterns', kind: 'Pattern' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { a: schema } } },
      },
    ],
  },
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** So many bytes of PEM blocks without an end, in base64. */
function beginsOf(bytes: number): string {
  const begin = '-----BEGIN CERTIFICATE-----\n'
  return Buffer.from(begin.repeat(bytes / begin.length)).toString('base64')
}
