import { describe, expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import type { Step } from './step.ts'
import { stepsOf } from './steps.ts'
import { titleClaims } from './title.ts'

function steps(markdown: string): Step[] {
  const document = parseDocument('x.md', `# T\n\n${markdown}`)
  return stepsOf(document, document.sections[1]!)
}
const block = (text: string, lang = ''): string => `\n\n\`\`\`${lang}\n${text}\n\`\`\`\n\n`
const looking = block('$ kubectl version')
const kinds = (markdown: string): string[][] =>
  steps(markdown).map(({ number, actions }) => [number, ...actions.map(({ kind }) => kind)])
const accounts = (markdown: string): string[] =>
  steps(markdown).flatMap((step) => step.accounts.map(({ line, as }) => `${line} ${as}`))

describe('stepsOf', () => {
  it('makes a step of each item, with the claims after its blocks', () => {
    const text =
      '1. Look at it:\n\n   ```\n   $ kubectl get x\n   ```\n\n   * The value of the `a` field is empty.\n\n2. Look again:\n\n   ```\n   $ kubectl get y\n   ```\n'
    expect(steps(text).map((s) => [s.number, s.title, s.line, s.actions.map((a) => a.kind)])).toEqual([
      ['1', 'Look at it:', 3, ['command', 'claim']],
      ['2', 'Look again:', 11, ['command']],
    ])
  })
  it('counts as the document does, and takes a block after an item into it', () => {
    expect(kinds(`3) Look:${block('$ kubectl get a')}7) Look:${block('$ kubectl get b')}`)).toEqual([
      ['3', 'command'],
      ['7', 'command'],
    ])
  })
  it('has steps without a command of their own', () => {
    const text = `1. Create it:${block('$ kubectl create -f a.yaml')}2. Disable the \`SomeGate\` feature gate in kube-apiserver.\n3. Verify that \`.status.a\` is not set.\n`
    expect(kinds(text)).toEqual([
      ['1', 'command'],
      ['2', 'instruction'],
      ['3', 'claim'],
    ])
  })
  it('says what it does not understand', () => {
    const text = `1. Look:${block('$ kubectl get a')}   The colour of the object is now greener than before.\n\n2. Polish the flange of the pod.\n`
    expect(kinds(text).map(([, ...rest]) => rest.at(-1))).toEqual(['unread', 'unread'])
  })
  it('takes a sentence before a block for what the block does', () => {
    expect(accounts(`Create a Service:${block('$ kubectl create -f a.yaml')}`)).toEqual([
      '3 introduction',
      '6 command',
    ])
  })
  it('does nothing twice that the prose tells and a command does', () => {
    const text = `Disable the \`A\` feature gate in kube-apiserver:${block('$ FEATURE_GATES=A=false hack/local-up-cluster.sh')}`
    expect(kinds(text)).toEqual([['', 'command', 'effect']])
  })
  it('has what is awaited come about before the rest of the sentence is done', () => {
    const text = `1. Delete it:${block('$ kubectl delete pod a')}2. Await for the replacement pod to be created and repeat the deletion.\n`
    expect(kinds(text)[1]).toEqual(['2', 'claim', 'instruction'])
    expect(
      kinds(`Wait for the pods to be running and delete one:${block('$ kubectl delete pod a')}`),
    ).toEqual([['', 'claim', 'command']])
  })
  it('takes no configuration that becomes a file for a cluster that starts', () => {
    const config = block('kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4', 'yaml')
    const text = `Create a KIND cluster with the config below.\n\nusing \`config.yaml\`:${config}Look:${block('$ kubectl get a')}`
    expect(kinds(text)[0]).toEqual(['', 'instruction', 'file'])
  })
  it('starts once where the next paragraph says how', () => {
    const config = block('kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4', 'yaml')
    const text = `Start the cluster with \`SomeGate\` enabled:\n\nCreate a KIND cluster with the config below.\n\nusing \`config.yaml\`:${config}`
    expect(kinds(text)).toEqual([['', 'instruction', 'file']])
  })
  it('carries out that something was created which the prose does not show', () => {
    const text = `1. A simple statefulset was created, and the pods had the following labels:${block("$ kubectl get pods -oyaml | grep index\n  index: '0'")}`
    expect(kinds(text)).toEqual([['1', 'instruction', 'command']])
  })
  it('does not pass comments that say otherwise than the line they stand at, or what there was before', () => {
    const text = (note: string, command = 'kubectl apply -f -'): string[] =>
      kinds(
        `1. Make it:${block(`$ cat <<X | ${command}\napiVersion: a/v1\nkind: A\nspec:\n  replicas: 2  # ${note}\nX`)}`,
      ).flat()
    expect(text('two replicas')).not.toContain('unread')
    expect(text('three replicas')).toContain('unread')
    const scale = (note: string): string[] =>
      kinds(`1. Scale it:${block(`# ${note}\n$ kubectl scale deployment web --replicas=5`)}`).flat()
    expect(scale('five replicas now')).not.toContain('unread')
    expect(scale('from 3 to 5 replicas')).toContain('unread')
    expect(scale('six replicas')).toContain('unread')
  })
  it('takes several blocks for what does a sentence above them', () => {
    const text = `Create a Service:${block('$ cat s.yaml\nkind: Service\napiVersion: v1')}${block('$ kubectl create -f s.yaml')}`
    expect(kinds(text)).toEqual([['', 'file', 'command', 'command']])
  })
  it('does not pass over what a sentence says that a block shows', () => {
    const shown = (text: string): string[][] =>
      kinds(
        `1. Create it:${block('$ kubectl create -f a.yaml\nx/a created')}The status should look like this:${block(text, 'yaml')}`,
      )
    expect(shown('status:\n  a: 1')).toEqual([['1', 'command', 'claim']])
    expect(shown('status:\na: b: 1')).toEqual([['1', 'command', 'unread']])
  })
  it('holds values of a sentence against what the block below it makes', () => {
    const text = (sentence: string): string => `1. ${sentence}${block('$ kubectl create -f job.yaml')}`
    expect(kinds(text('Create the Job with `.spec.completions=3,parallelism=2`:'))).toEqual([
      ['1', 'command', 'claim', 'claim'],
    ])
    expect(kinds(text('Create a Deployment whose Pods consume 50% CPU:'))).toEqual([
      ['1', 'command', 'claim'],
    ])
    expect(kinds(text('Create the Job without `.spec.completions=3`:'))).toEqual([['1', 'unread', 'command']])
  })
  it('has images of the size that a sentence says of all of them', () => {
    const text = (sentence: string): string =>
      `1. Start the cluster.\n2. Deploy three pods, each with a different image. ${sentence}\n`
    expect(kinds(text('All the three images are 5GB.'))[1]).toEqual(['2', 'instruction'])
    expect(kinds(text('All the four images are 5GB.'))[1]).toContain('unread')
    expect(kinds(text('All the images are 5GB and cached.'))[1]).toContain('unread')
  })
  it('looks with the command that a claim names beside what it states', () => {
    const text = (command: string): string =>
      `1. Start the cluster.\n2. Observe the pods by running \`${command}\`, and observe that three pods are running.\n`
    expect(kinds(text('kubectl get pods'))[1]).toEqual(['2', 'instruction', 'claim'])
    expect(kinds(text('kubectl get pods -n <name>'))[1]).toEqual(['2', 'claim'])
  })
  it('reads what authors write for kepsim', () => {
    const text = `Look:${block('$ kubectl get a')}<!-- kepsim: kubectl get a -o name == "x/a" -->\n`
    expect(kinds(text)).toEqual([['', 'command', 'check']])
    expect(() => steps('<!-- kepsim: kubectl get a is somehow -->\n')).toThrow()
  })
  it('takes a heading for what is to be done where no command below does it', () => {
    const look = block('$ kubectl version')
    expect(kinds(`**Downgrade the cluster (1.34.1 -> 1.33.1)**\n\nLook:${look}`)).toEqual([
      ['', 'instruction'],
      ['', 'command'],
    ])
  })
  it('says how every sentence is understood', () => {
    expect(
      accounts(
        `This was done by hand.\n\n1. Look:${block('$ kubectl get a\nb')}   This shows that it works.\n`,
      ),
    ).toEqual(['3 context', '5 introduction', '8 command', '9 output', '12 context'])
  })
  it('takes what the steps below accomplish for their introduction, where they do it', () => {
    const tell = (replicas: number): string =>
      `First verify that it works. This is accomplished by scaling down the \`web\` deployment to ${replicas} replicas, and checking the pods:\n\n`
    const below = `Scale it down:${block('$ kubectl scale deploy/web --replicas=0\n$ kubectl get pods\nnone')}`
    expect(accounts(`Look:${looking}${tell(0)}${below}`)).toContain('9 introduction')
    expect(accounts(`Look:${looking}${tell(2)}${below}`)).not.toContain('9 introduction')
  })
  it('leaves what is claimed beside what the steps below accomplish', () => {
    const told = 'This is verified by checking the pods:'
    const pods = block('$ kubectl get pods\nnone')
    const text = (before: string, below = pods): string => `Look:${looking}${before} ${told}${below}`
    expect(kinds(text('The Deployment `web` has 5 ready replicas.'))).toEqual([
      ['', 'command', 'claim', 'command'],
    ])
    expect(kinds(text('Verify that 5 pods are running.'))).toEqual([['', 'command', 'claim', 'command']])
    expect(kinds(text('First verify that it works.'))).toEqual([['', 'command', 'command']])
    expect(kinds(text('First verify that all of the rest works.')).flat()).toContain('unread')
    // The gate is asked for, whatever is shown below.
    expect(kinds(text('First verify that the `SomeGate` feature is working.'))).toEqual([
      ['', 'command', 'claim', 'command'],
    ])
  })
  it('checks in place what is said before commands that change it, unless it asks for what comes of them', () => {
    const scale = block('$ kubectl scale deployment web --replicas=3')
    const text = (sentence: string, below = scale): string[] =>
      kinds(`Look:${looking}${sentence}${below}`).flat().slice(2)
    const get = block('$ kubectl get pods')
    expect(text('The Deployment `web` has 3 replicas:')).toEqual(['claim', 'command'])
    expect(text('The pods are running:', block('$ kubectl delete pods --all'))).toEqual(['claim', 'command'])
    expect(text('The pods are running:', get)).toEqual(['command', 'claim'])
    for (const said of ['now has', 'should have', 'will have'])
      expect(text(`The Deployment \`web\` ${said} 3 replicas:`)).toEqual(['command', 'claim'])
    expect(text('Verify that the Deployment `web` has 3 replicas:')).toEqual(['command', 'claim'])
    // What only the commands below make is there after them.
    const made = block('$ sed s/a/b/ a.yaml | kubectl create -f -\n$ kubectl get deployment web')
    expect(text('The Deployment `web` has 3 replicas:', made)).toEqual(['command', 'command', 'claim'])
    expect(text('The Deployment `db` has 3 replicas:', made)).toEqual(['claim', 'command', 'command'])
  })
  it('takes numbers of nodes for shown where they are counted', () => {
    const text = (sentence: string): string[] => kinds(`1. ${sentence}${block('$ kind create cluster')}`)[0]!
    for (const counted of ['2', 'six', '100', 'at least 4'])
      expect(text(`Create a cluster with ${counted} nodes:`)).toEqual(['1', 'command', 'effect'])
    for (const unread of ['at most 4', '12345', 'a hundred', 'twenty-five'])
      expect(text(`Create a cluster with ${unread} nodes:`)).toContain('unread')
    expect(text('Create a hundred-node cluster:')).toContain('unread')
    expect(text('Verify that the cluster has 4 nodes, and create 3 pods:')).toContain('unread')
  })
  it('asks for the gate of a feature that is said to work', () => {
    const shown = block('$ kubectl get pods\nnone')
    const text = 'Confirm that the SomeGate feature is working correctly:'
    expect(kinds(`Look:${looking}${text}${shown}`).flat()).toContain('claim')
    expect(kinds(`Look:${looking}${text}${block('$ kubectl get pods')}`).flat()).toContain('unread')
  })
  it('has what a sentence announces come about first', () => {
    const text = `Look:${looking}Verify that the new pods are running:${block('$ kubectl run a --image=b')}`
    expect(kinds(text)[0]).toEqual(['', 'command', 'command', 'claim'])
  })
  it('refuses a block without an end', () => {
    expect(() => parseDocument('x.md', '# T\n\n```\n$ ls\n')).toThrow(/no closing/)
    expect(() => parseDocument('x.md', `# T\n\n${'>'.repeat(40_000)}\n`)).toThrow(/nested more than/)
  })
})

it('reads versions and gates of titles', () => {
  expect(titleClaims('Cluster Version v1.31+ `FEATURE_GATES=X=true` (manual setting)')).toEqual({
    version: { release: '1.31', orLater: true },
    gates: { X: true },
    how: 'manual',
  })
})
