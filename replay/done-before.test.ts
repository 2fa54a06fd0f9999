import { expect, it } from 'vitest'
import { growthOf } from '../component-base/testing/linear-time.ts'
import { asDoneBefore, isDoneBelow, isOver, undoneBefore } from './done-before.ts'

const lines = [
  '1. Create the Deployment and label the node:',
  '$ cat > a.yaml <<EOF',
  '$ kubectl create deployment web --image=nginx',
  '$ kubectl cordon node-1',
]

it.each([
  ['The pods are running after the node was drained.', 'drain the node'],
  ['The pods are running after draining the node.', 'draining the node'],
  ['Once the node is drained, the pods are pending.', 'drain the node'],
  ['The pods are gone after the namespace was deleted.', 'delete the namespace'],
  ['The pods stay after the cluster was upgraded.', 'upgrade the cluster'],
  ['The pods are running after the node was cordoned.', undefined],
  ['The node has the label after the node was labeled.', undefined],
  ['The pods are running after the Deployment was created.', undefined],
  ['Another pod runs after the pod was deleted.', undefined],
  ['Drain the node; the pods are pending after the node is drained.', undefined],
  ['The pods are running after a minute.', undefined],
])('%s: %s', (sentence, wanted) => expect(undoneBefore(sentence, lines)).toBe(wanted))

// The kinds of what was done and of what is said to have been done are the same.
it.each([
  ['$ kubectl delete pod web-1', 'The pods are running after the Deployment was deleted.', true],
  ['Delete the Pod.', 'The pods are running after the Deployment was deleted.', true],
  ['Delete the namespace.', 'The pods are gone after the Deployment was deleted.', false],
  ['$ kubectl rollout status deployment/web', 'The pods are running after the Service was created.', true],
  ['$ kubectl create deployment web --image=a', 'The pods run after the Service was created.', true],
  ['$ kubectl expose deployment web', 'The pods run after the Service was created.', false],
  ['  kind: Service', 'The pods run after the Service was created.', false],
  ['We do not drain the node here.', 'The pods are running after the node was drained.', true],
  ['If it hangs, drain the node.', 'The pods are running after the node was drained.', true],
  ['Then, drain the node.', 'The pods are running after the node was drained.', false],
  // Releases are moved by what moves releases.
  ['$ kubectl apply -f a.yaml', 'After the cluster was upgraded, the pods run.', true],
  ['$ kubectl apply -f a.yaml', 'After the rollback, the pods run.', true],
  ['$ kubectl apply -f a.yaml', 'After downgrading the kubelet, the pods run.', true],
  ['$ kubectl apply -f a.yaml', 'After the Deployment was upgraded, the pods run.', false],
  ['$ kubeadm upgrade apply v1.33.0', 'After the cluster was upgraded, the pods run.', false],
  ['Update the Deployment.', 'After the cluster was upgraded, the pods run.', true],
  ['Upgrade the kubelet to 1.33.', 'After the cluster was upgraded, the pods run.', false],
])('%s: %s', (before, sentence, isUndone) =>
  expect(undoneBefore(sentence, [before]) !== undefined).toBe(isUndone),
)

// However it is said.
it.each([
  ['After the nodes drained, the pods run.', 'kubectl drain node-1'],
  ['The pods run after two upgrades.', 'kubeadm upgrade apply v1.33.0'],
  ['After we drained the node, the pods run.', 'kubectl drain node-1'],
  ['After you have drained the node, the pods run.', 'kubectl drain node-1'],
  ['After someone drained the node, the pods run.', 'kubectl drain node-1'],
  ['After the scheduler was restarted, the pods run.', 'docker restart kube-scheduler'],
  ['After the kubelet was restarted, the pods run.', 'systemctl restart kubelet'],
  ['After the image was updated, the pods run.', 'kubectl set image deployment/web a=b'],
  ['After the node was replaced, the pods run.', 'kubectl delete node node-1'],
  ['After kubectl drain, the pods run.', 'kubectl drain node-1'],
  ['Despite the drain, the pods run.', 'kubectl drain node-1'],
  ['Despite the taint, the pods run.', 'kubectl taint nodes node-1 a=b:NoSchedule'],
  ['As before the upgrade:', 'kubeadm upgrade apply v1.33.0'],
])('%s: done by %s', (sentence, done) => {
  expect(
    undoneBefore(
      sentence,
      lines.filter((line) => !line.includes('cordon')),
    ),
  ).toBeDefined()
  expect(undoneBefore(sentence, [...lines, `$ ${done}`])).toBeUndefined()
})

it('restarts no component with a workload', () =>
  expect(
    undoneBefore('After the kubelet was restarted, they run.', ['$ kubectl rollout restart deployment/web']),
  ).toBeDefined())

it.each([
  'After the node was drained, the pods run.',
  'After the Job, the Pod and the secret were deleted, it runs.',
])('reads what stands before many of "%s" once', (sentence) => {
  const read = (text: string): void => {
    const source = text.split('\n')
    for (const [at, one] of source.entries())
      if (one !== '')
        asDoneBefore(
          {
            text: one,
            line: at + 1,
            claims: [{ kind: 'explicit' } as never],
            instructions: [],
            imperative: false,
            missed: [],
            unread: false,
          },
          source,
        )
  }
  const textOf = (length: number): string => `${sentence}\n\n$ kubectl get pods\n\n`.repeat(length / 60)
  expect(growthOf(read, textOf, 200_000)).toMatchObject({ linear: true })
})

it.each<[string, string, boolean]>([
  ['Before the upgrade:', '', true],
  ['Before the upgrade:', 'kubectl get pods', true],
  // It is to come.
  ['Before the upgrade:', 'kubeadm upgrade apply v1.33.0', false],
  ['Before the upgrade:', 'After the upgrade:', false],
  ['Before draining the node:', '', true],
  ['Before draining the node:', 'kubectl drain n2', false],
  ['Prior to the upgrade:', 'kubectl get pods', true],
  ['Before the deletion:', 'kubectl get pods', true],
  ['Before the deletion:', 'kubectl delete pod a', false],
  ['Before deleting it:', '', true],
  ['Before deleting it:', 'Delete the Deployment.', false],
  ['Before scaling:', '', true],
  ['Before exposing it:', 'kubectl create service clusterip web --tcp=80', false],
  ['Before scaling:', 'kubectl scale deployment web --replicas=4', false],
  ['Before the restart:', 'Restart the kubelet.', false],
  ['Before the update:', 'kubectl set image deployment web nginx=httpd', false],
  // Nothing that commands show.
  ['Before starting:', '', false],
  ['Before you begin:', '', false],
  ['Before going on, look:', '', false],
  ['The Pods that ran before the upgrade still run:', '', false],
])('%s %s', (sentence, below, over) => expect(isOver(sentence, (fits) => fits(below))).toBe(over))

it.each<[commands: string[], done: boolean]>([
  [['kubectl delete service web', 'kubectl get endpoints'], true],
  [['kubectl get service web', 'kubectl delete service web'], true],
  [['kubectl delete service web', 'kubectl expose deployment web'], false],
  [['kubectl get service web'], false],
])('what commands do, and do not undo: %j', (commands, done) =>
  expect(isDoneBelow('After the Service was deleted, the endpoints are gone:', commands)).toBe(done),
)
