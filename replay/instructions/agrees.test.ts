// Words of a sentence before commands that these show in another form.
import { describe, expect, it } from 'vitest'
import { unshownIn } from './agrees.ts'

const unshown = (text: string, done: string, shown = ''): string | undefined =>
  unshownIn(text, { done: [done], shown: shown === '' ? [] : [shown], before: [] })

describe('a sentence before commands', () => {
  it.each<[string, string, string, string | undefined, string?]>([
    ['tells what its author did', 'We created a ConfigMap:', 'kubectl create configmap a', undefined],
    [
      'tells that another kind was created',
      'We created a Secret and a ConfigMap:',
      'kubectl create configmap a',
      'secret',
    ],
    [
      'tells what comes of it',
      'Label the node, so that the Pod restarts:',
      'kubectl label node pod-a a=b',
      ', so that the Pod restarts',
    ],
    [
      'speaks of a part of a name',
      'Create a Pod with a scheduling gate:',
      'kubectl apply -f - <<E\nkind: Pod\nspec:\n  schedulingGates: []\nE',
      undefined,
    ],
    [
      'speaks of what is no part of one',
      'Create a Pod with a scheduling gate:',
      'kubectl apply -f - <<E\nkind: Pod\nspec:\n  hostname: a\nE',
      'scheduling',
    ],
    [
      'deletes another kind than is printed, and makes it again',
      'Delete the Service and recreate it:',
      'kubectl delete -f a.yaml',
      'service',
      'pod "a" deleted',
    ],
    [
      'deletes the kind that is printed, and makes it again',
      'Delete the Pod and recreate it:',
      'kubectl delete -f a.yaml',
      undefined,
      'pod "a" deleted',
    ],
    ['deletes what a file has', 'Delete the Service and recreate it:', 'kubectl delete -f a.yaml', undefined],
    ['calls a number negative', 'A negative value is there:', 'kubectl patch job a -p limit:-3', undefined],
    [
      'calls a number negative that is none',
      'A negative value is there:',
      'kubectl patch job a -p limit:3',
      'negative',
    ],
    [
      'speaks of both of two files',
      'Remove both flags:',
      "sed -i '/x/d' /etc/a/b.yaml /etc/a/c.yaml",
      undefined,
    ],
    [
      'gives a verb that is given',
      'Create a Role that may only get Secrets:',
      'kubectl create role r --verb=get --resource=secrets',
      undefined,
    ],
    [
      'gives a verb that is not given',
      'Create a Secret and a Role `r` which can get and list Secrets:',
      'kubectl create role r --verb=get --resource=secrets',
      'list',
    ],
    ['speaks of both of one', 'Remove both flags:', "sed -i '/x/d' /etc/a/b.yaml", 'both'],
  ])('%s', (_what, text, done, expected, shown) => {
    expect(unshown(text, done, shown)).toBe(expected)
  })

  it('says of a value that it does not exist where the error says that it is unknown', () => {
    const text = 'A value that does not exist is there:'
    const patch = 'kubectl patch deployment a -p {}'
    expect(
      unshown(text, patch, 'The Deployment "a" is invalid: policy: Unsupported value: "x"'),
    ).toBeUndefined()
    expect(unshown(text, patch, 'The Deployment "a" is invalid: policy: Required value')).toBe('exist')
  })
})
