import { beforeEach, expect, it } from 'vitest'
import { KubectlAtWork } from '../testing/kubectl-at-work.ts'

let kubectl: KubectlAtWork
beforeEach(() => {
  kubectl = new KubectlAtWork()
  kubectl.files.set(
    '/base/kustomization.yaml',
    'resources: [deploy.yaml]\nconfigMapGenerator: [{name: conf, literals: [a=b]}]\n',
  )
  kubectl.files.set(
    '/base/deploy.yaml',
    `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: c, image: nginx:1, envFrom: [{configMapRef: {name: conf}}]}
`,
  )
})

// As a real kubectl makes it.
const over = `apiVersion: v1
data:
  a: b
kind: ConfigMap
metadata:
  labels:
    own: "1"
  name: x-conf-4h2mbtbbt6
  namespace: ns
---
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    own: "1"
  name: x-web
  namespace: ns
spec:
  minReadySeconds: 5
  replicas: 3
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - envFrom:
        - configMapRef:
            name: x-conf-4h2mbtbbt6
        image: nginx:2
        name: c
`

it('a kustomization changes what another has', async () => {
  kubectl.files.set(
    '/over/kustomization.yaml',
    `resources: [../base]
namePrefix: x-
namespace: ns
labels: [{pairs: {own: "1"}}]
images: [{name: nginx, newTag: "2"}]
replicas: [{name: web, count: 3}]
patches:
- target: {kind: Deployment}
  patch: '[{"op": "add", "path": "/spec/minReadySeconds", "value": 5}]'
`,
  )
  expect(await kubectl.run('kustomize /over')).toEqual({ stdout: over, stderr: '', exitCode: 0 })
})

it.each([
  [
    'resources: [nosuch.yaml]',
    "accumulating resources: accumulation err='accumulating resources from 'nosuch.yaml': ",
  ],
  ['frob: 1', 'invalid Kustomization: json: unknown field "frob"'],
  ['configMapGenerator: [{literals: [a=b]}]', 'a configmap must have a name'],
  [
    'resources: [../base]\nreplicas: [{name: nosuch, count: 1}]',
    'resource with name nosuch does not match a config with the following GVK [Deployment.[noVer].[noGrp] StatefulSet.[noVer].[noGrp] ReplicaSet.[noVer].[noGrp] ReplicationController.[noVer].[noGrp]]',
  ],
])('a kustomization with `%s` is refused', async (text, message) => {
  kubectl.files.set('/e/kustomization.yaml', `${text}\n`)
  const { stdout, stderr, exitCode } = await kubectl.run('kustomize /e')
  expect([stdout, exitCode]).toEqual(['', 1])
  expect(stderr).toContain(`error: ${message}`)
})
