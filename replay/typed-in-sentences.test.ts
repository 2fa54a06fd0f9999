// Commands in the sentences of a paragraph.
import { describe, expect, it } from 'vitest'
import { typedInSentences } from './typed-in-sentences.ts'

const read = (raw: string, below: string[] = [], shown = false) =>
  typedInSentences(raw, below, shown)?.map((part) =>
    part.kind === 'typed' ? `$ ${part.command}` : `${part.at}: ${part.text}`,
  )

describe('a sentence has its reader type', () => {
  it.each([
    [
      'the command that it is',
      '`kubectl uncordon a`. The node is schedulable.\nAll pods run.',
      ['$ kubectl uncordon a', '0: The node is schedulable.\nAll pods run.'],
    ],
    [
      'what it has run',
      'Run `git checkout v1.26.5 && hack/local-up-cluster.sh`.',
      ['$ git checkout v1.26.5 && hack/local-up-cluster.sh'],
    ],
    [
      'what it tells the outcome of, before it is judged',
      '`kubectl drain a --force` fails, as the budget is violated.',
      ['$ kubectl drain a --force', '0: `kubectl drain a --force` fails, as the budget is violated.'],
    ],
    [
      'what it does to something that it names, before what comes of that',
      'Deleted the Pod `a` with `kubectl delete pod a`; it was recreated, and `b` was not.',
      ['0: Deleted the Pod `a`:', '$ kubectl delete pod a', '0: it was recreated, and `b` was not.'],
    ],
    [
      'what it puts beside what is done',
      'Delete the Job (`kubectl delete job a`).',
      ['0: Delete the Job:', '$ kubectl delete job a'],
    ],
    [
      'what reads a file',
      'Create a PV (`kubectl create -f pv.yaml`):',
      ['0: Create a PV (`pv.yaml`):', '$ kubectl create -f pv.yaml'],
    ],
    [
      'the means',
      'Look at it.\nSet the policy with `kubectl patch pdb a -p "{}"`.',
      ['0: Look at it.\nSet the policy:', '$ kubectl patch pdb a -p "{}"'],
    ],
    [
      'the means of each thing that it tells',
      'I created a Job with `kubectl create job a --image=b` and a Pod with `kubectl run c --image=b`. Both run.',
      [
        '0: I created a Job and a Pod:',
        '$ kubectl create job a --image=b',
        '$ kubectl run c --image=b',
        '0: Both run.',
      ],
    ],
    [
      'before what it says comes of it',
      'Remove the taint with `kubectl taint node a b-`; three Pods run again.',
      ['0: Remove the taint:', '$ kubectl taint node a b-', '0: three Pods run again.'],
    ],
    [
      'before what is so then',
      'Run `kubectl delete pod a`, and two Pods are left.',
      ['$ kubectl delete pod a', '0: two Pods are left.'],
    ],
  ])('%s', (_what, raw, expected) => {
    expect(read(raw)).toEqual(expected)
  })
  it('what shows the block below', () => {
    expect(read('`kubectl get pdb app` prints', [], true)).toEqual(['$ kubectl get pdb app'])
  })
})

describe('a sentence has nothing typed where', () => {
  it.each([
    ['it tells of what would be', '`kubectl drain a --force` would evict them.'],
    ['what it names only looks', '`kubectl get pods` shows three pods.'],
    ['it names a command', 'Delete it via `kubectl delete -f`.'],
    ['it asks', 'Check with `kubectl get pods` that it runs.'],
    ['it has a placeholder', 'Run `kubectl delete pod <pod-name>`.'],
    ['it goes on to do something else', 'Run `kubectl delete pod a`, and wait for it to end.'],
    ['it names a verb', '`kubectl rollout undo` creates no ReplicaSet.'],
  ])('%s', (_what, raw) => {
    expect(read(raw)).toBeUndefined()
  })
  it('the block below has it', () => {
    expect(read('Run `kubectl uncordon a`.', ['kubectl uncordon a'])).toBeUndefined()
  })
})
