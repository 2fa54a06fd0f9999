import { expect, it } from 'vitest'
import { objectsNamed } from './named-objects.ts'
import { otherObject } from './other-object.ts'

const make = (kind: string, name: string): string =>
  `$ kubectl create ${kind} ${name}\n${kind}/${name} created`
const two = [make('configmap', 'one'), make('configmap', 'two')]
const web = make('deployment', 'web --image=nginx').replace(
  /web .*created/s,
  'web\ndeployment.apps/web created',
)
const claims = `$ kubectl apply -f - <<X
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: a
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: b}
X`
const pods = ['$ kubectl get pods\nweb-0   1/1   Running', make('statefulset', 'web')]

/** What stands before, what is typed below; `«false|true»` in the sentence. */
it.each<[string, readonly string[], string]>([
  ['Delete the «first|second» ConfigMap:', two, 'kubectl delete configmap two'],
  ['Look at the «second|first» ConfigMap:', two, 'kubectl get cm one -o yaml'],
  ['Update the «third|second» ConfigMap:', two, `kubectl patch configmap two -p '{}'`],
  ['Create a «second|third» ConfigMap:', two, 'kubectl create configmap three'],
  ['Create the «third|second» ConfigMap.', two.slice(0, 1), 'kubectl create cm two --from-literal=a=b'],
  ['Check the «first|second» PVC:', [claims], 'kubectl get pvc b -o yaml'],
  ['Delete the «first|second» persistent volume claim:', [claims], 'kubectl delete pvc/b'],
  ['Delete the «second|third» Pod:', pods, 'kubectl delete pod web-2'],
  ['Delete the «second|third» Pod of it:', pods.slice(1), 'kubectl delete pod web-2'],
  ['Delete the «last|first» Pod:', pods, 'kubectl delete pod web-0'],
  ['Delete the «last|first» ConfigMap:', two, 'kubectl delete cm one'],
  ["Update the «StatefulSet|Deployment»'s image:", [web, ...pods], 'kubectl set image deployment web a=b'],
  ['Wait for the rollout of the «Deployment|StatefulSet»:', [web, ...pods], 'kubectl rollout status sts web'],
  [
    'Apply the following «Job|CronJob»:',
    [make('job', 'j')],
    'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}',
  ],
  ['Create a «PV|PVC»:', [claims], claims],
  ['Update the «StatefulSet|Deployment» `web`:', [web], 'kubectl set image deployment web nginx=busybox'],
  ['The `web` «service|deployment» is updated:', [web], 'kubectl rollout restart deployment web'],
  ['Wait for the «DaemonSet|Deployment»:', [web], 'kubectl rollout status deployment web'],
  ['Check «CronJob|Deployment» status:', [web], 'kubectl get deployment web -o yaml'],
  [
    'So that the new «StatefulSet|Deployment» has more Pods:',
    [web],
    'kubectl scale deployment web --replicas=5',
  ],
  ['This shows that it works for the «HPA|deployment».', [web], ''],
])('%s', (sentence, before, typed) => {
  const done = typed === '' ? [] : [typed]
  const said = (yes: boolean): string =>
    sentence.replace(/«([^|]*)\|([^»]*)»/g, (_all, no: string, right: string) => (yes ? right : no))
  const other = (text: string): string | undefined => otherObject(text, { done, shown: [], before }, [])
  expect(other(said(true))).toBeUndefined()
  expect(other(said(false))).toBeDefined()
})

it.each<[string, readonly string[], string]>([
  ['Create the second pod:', ['$ kubectl apply -f pods.yaml'], 'kubectl run b --image=nginx'],
  ['Delete the first or the second ConfigMap:', two, 'kubectl delete cm two'],
  ['Delete the second Pod of the Deployment:', [web], 'kubectl delete pod web-7d9f-abcde'],
  ['Delete the PVC of the first volume to release the PV:', [claims], 'kubectl delete pvc a'],
  ['Create the last ConfigMap:', two, 'kubectl create cm three'],
  ['There is no StatefulSet:', [web], 'kubectl get deployment web'],
  ['The deployment of the feature is done:', [], 'kubectl get nodes'],
  ['Apply the CronJob:', [], 'kubectl apply -f cron.yaml'],
  ['The Pod `web` is there:', [web], 'kubectl get pods'],
  ['Create the first ConfigMap again:', [...two, '$ kind delete cluster'], 'kubectl create cm one'],
])('leaves %s', (text, before, typed) => {
  expect(otherObject(text, { done: [typed], shown: [], before }, [])).toBeUndefined()
})

it('finds objects in commands, manifests and outputs', () => {
  const code = `$ k -n x create service clusterip db --tcp=80
service/db created
$ kubectl run box --image=busybox
$ kubectl expose deployment web --port=80 --name=front
$ kubectl delete pod/box --force
pod "box" force deleted
${claims}
  - kind: Secret
    name: none`
  expect(objectsNamed(code).map(({ kind, name, is }) => `${kind} ${name} ${is}`)).toEqual([
    'service db made',
    'service db made',
    'pod box made',
    'service front made',
    'deployment web named',
    'pod box deleted',
    'pod box deleted',
    'persistentvolumeclaim a made',
    'persistentvolumeclaim b made',
  ])
})
