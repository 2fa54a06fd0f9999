import { afterAll, beforeAll, expect, it } from 'vitest'
import { KubectlAtWork } from '../../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
const objects = [
  `kind: NetworkPolicy
apiVersion: networking.k8s.io/v1
metadata: {name: np, labels: {a: b}}
spec:
  podSelector: {matchLabels: {app: x}, matchExpressions: [{key: k, operator: In, values: [b, a]}]}
  policyTypes: [Ingress, Egress]
  ingress:
  - from: [{namespaceSelector: {}, podSelector: {}}, {ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}}]
    ports: [{port: 80}, {port: 100, endPort: 200}]
  - {}`,
  `kind: Ingress
apiVersion: networking.k8s.io/v1
metadata: {name: i}
spec:
  ingressClassName: c
  tls: [{hosts: [a.b, c.d], secretName: s}, {hosts: [e.f]}]
  rules:
  - host: a.b
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: gone, port: {number: 443}}}}, {path: /r, pathType: Prefix, backend: {resource: {apiGroup: x.y, kind: K, name: nn}}}]}`,
  `kind: StorageClass
apiVersion: storage.k8s.io/v1
metadata: {name: sc, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
provisioner: x.y
parameters: {a: b, c: d}
allowVolumeExpansion: true
mountOptions: [ro, soft]
allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a, b]}, {key: rack, values: [r]}]}]`,
  `kind: CSINode
apiVersion: storage.k8s.io/v1
metadata: {name: cn}
spec: {drivers: [{name: d, nodeID: nn, allocatable: {count: 5}, topologyKeys: [a, b]}]}`,
  `kind: PersistentVolume
apiVersion: v1
metadata: {name: pv}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOncePod], local: {path: /x}, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [b, c]}, {key: d, operator: Exists}]}]}}}`,
]

beforeAll(async () => {
  kubectl = await KubectlAtWork.started()
  kubectl.files.set('/objects.yaml', objects.join('\n---\n'))
  await kubectl.run('create -f /objects.yaml')
  await kubectl.run('create deployment web --image=nginx')
})
afterAll(() => kubectl.close())

const told = async (line: string): Promise<string> =>
  (await kubectl.told(`describe ${line}`))
    .replace(/ +$/gm, '')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000 UTC|\w+, \d\d \w+ \d{4} [\d:]+ \+0000/, 'TIME')

// Each was compared with a real kubectl of 1.27 and 1.33.
it.each([
  [
    'netpol np',
    `Name:         np
Namespace:    default
Created on:   TIME
Labels:       a=b
Annotations:  <none>
Spec:
  PodSelector:     app=x,k in (a,b)
  Allowing ingress traffic:
    To Port: 80/TCP
    To Port Range: 100-200/TCP
    From:
      NamespaceSelector: <none>
      PodSelector: <none>
    From:
      IPBlock:
        CIDR: 10.0.0.0/8
        Except: 10.1.0.0/16
    ----------
    To Port: <any> (traffic allowed to all ports)
    From: <any> (traffic not restricted by source)
  Allowing egress traffic:
    <none> (Selected pods are isolated for egress connectivity)
  Policy Types: Ingress, Egress
`,
  ],
  [
    'ingress i',
    `Name:             i
Labels:           <none>
Namespace:        default
Address:
Ingress Class:    c
Default backend:  <default>
TLS:
  s terminates a.b,c.d
  SNI routes e.f
Rules:
  Host        Path  Backends
  ----        ----  --------
  a.b
              /    gone:443 (<error: services "gone" not found>)
              /r   APIGroup: x.y, Kind: K, Name: nn
Annotations:  <none>
Events:       <none>
`,
  ],
  [
    'sc sc',
    `Name:                  sc
IsDefaultClass:        Yes
Annotations:           storageclass.kubernetes.io/is-default-class=true
Provisioner:           x.y
Parameters:            a=b,c=d
AllowVolumeExpansion:  True
MountOptions:
  ro
  soft
ReclaimPolicy:      Delete
VolumeBindingMode:  Immediate
AllowedTopologies:
  Term 0:           zone in [a, b]
                    rack in [r]
Events:             <none>
`,
  ],
  [
    'csinode cn',
    `Name:               cn
Labels:             <none>
Annotations:        <none>
CreationTimestamp:  TIME
Spec:
  Drivers:
    d:
      Node ID:  nn
      Allocatables:
        Count:        5
      Topology Keys:  [a b]
Events:               <none>
`,
  ],
  [
    'pv pv',
    `Name:              pv
Labels:            <none>
Annotations:       <none>
Finalizers:        [kubernetes.io/pv-protection]
StorageClass:
Status:            Pending
Claim:
Reclaim Policy:    Retain
Access Modes:      RWOP
VolumeMode:        Filesystem
Capacity:          1Gi
Node Affinity:
  Required Terms:
    Term 0:        a in [b, c]
                   d exists
Message:
Source:
    Type:  LocalVolume (a persistent volume backed by local storage on a node)
    Path:  /x
Events:    <none>
`,
  ],
])('kubectl describe %s', async (line, text) => {
  expect(await told(line)).toBe(text)
})

it('tells of placement since 1.30, and of ranges of ports since 1.31', async () => {
  kubectl.release = '1.29.0'
  const old = [await told('deployment web'), await told('netpol np')].join('')
  kubectl.release = undefined
  const now = [await told('deployment web'), await told('netpol np')].join('')
  const has = (text: string) => [text.includes('Node-Selectors:'), text.includes('To Port Range:')]
  expect([has(old), has(now)]).toEqual([
    [false, false],
    [true, true],
  ])
})

// Each was compared with a real kubectl of 1.33.
it.each([
  ['get cm --cluster=nosuch', 'error: no server found for cluster "nosuch"\n'],
  ['get cm --user=nosuch', 'error: auth info "nosuch" does not exist\n'],
  ['run x --image=i --override-type=foo --overrides={}', 'error: invalid override type: foo\n'],
  ['run x --image=i --overrides={a}', 'error: Invalid JSON Patch\n'],
  ['explain pods --output=foo', 'error: unrecognized format: foo\n'],
  [
    'rollout history sc sc',
    'error: error retrieving history for "StorageClass.storage.k8s.io", no visitor method exists for {storage.k8s.io StorageClass}\n',
  ],
  ['set image deploy web nginx=nginx -o yaml --dry-run=client', ''],
  ['patch deploy web -p {} --dry-run=server', 'deployment.apps/web patched (no change)\n'],
])('kubectl %s', async (line, text) => {
  expect(await kubectl.told(line)).toBe(text)
})
