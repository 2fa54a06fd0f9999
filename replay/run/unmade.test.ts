import { describe, expect, it } from 'vitest'
import { commandLine } from '../command-line.ts'
import { type Doings, unmade, unmadeRows } from './unmade.ts'

const nothing: Doings = { commands: [], unmade: new Set(), given: [], blocks: [] }
const typed = (text: string, stdout = '', line = 1) => ({
  command: commandLine(text),
  stdout,
  line,
  exitCode: 0,
})
const absent = (resource: string, name: string): string =>
  `Error from server (NotFound): ${resource} "${name}" not found\n`
const noKind = (name: string): string => `error: the server doesn't have a resource type "${name}"\n`

describe('nothing makes', () => {
  it.each<[string, string, Partial<Doings>]>([
    ['a pod', absent('pods', 'web'), {}],
    [
      'a deployment that is only asked for',
      absent('deployments.apps', 'web'),
      { commands: [typed('kubectl get deployment web')] },
    ],
    [
      'a pod that another command asked for in vain',
      absent('pods', 'web'),
      { commands: [typed('kubectl patch pod web -p x')], unmade: new Set([1]) },
    ],
    [
      'a pod with the name of another one within',
      absent('pods', 'eb'),
      { commands: [typed('kubectl run web --image a')] },
    ],
    ['a kind of nobody', noKind('crontabs'), {}],
    ['a kind that an object is of', 'error: no matches for kind "Cron" in version "a/v1"\n', {}],
    ['a kind that only an object is of', noKind('crontabs'), { given: ['kind: Cron\nname: crontabs'] }],
    ['a file', 'cat: a/b.log: No such file or directory\n', {}],
    ['an archive', 'tar: dir: ENOENT: no such file or directory, stat\n', {}],
  ])('%s', (_what, stderr, doings) => {
    expect(unmade(stderr, { ...nothing, ...doings })?.message).toContain('nothing that the document does')
  })
  it('an object that a block only shows', () => {
    const blocks = [{ text: 'kind: Pod\nmetadata:\n  name: web\n', line: 7 }]
    expect(unmade(absent('pods', 'web'), { ...nothing, blocks })?.message).toBe(
      'there is no Pod "web", and nothing that the document does makes it; the block at line 7 shows it, and nothing applies that',
    )
  })
})

it.each<[string, string, Partial<Doings>]>([
  ['was made', absent('pods', 'web'), { commands: [typed('kubectl run web --image a')] }],
  [
    'is one of a workload that was made',
    absent('pods', 'web-5d4f7-x2x4v'),
    { given: ['metadata:\n  name: web\n'] },
  ],
  ['was printed', absent('pods', 'web-1'), { commands: [typed('kubectl get pods', 'web-1 Running')] }],
  ['is of the cluster', absent('configmaps', 'kube-proxy'), {}],
  ['is of a release', absent('ipaddresses.networking.k8s.io', '10.0.0.1'), {}],
  ['is of a kind that some releases have', noKind('servicecidr'), {}],
  [
    'is of a kind that was defined',
    noKind('crontabs'),
    { given: ['kind: CustomResourceDefinition\nnames:\n  plural: crontabs'] },
  ],
  [
    'is a file that was written',
    'cat: b.log: No such file or directory\n',
    { commands: [typed('rm b.log')] },
  ],
  ['is a file of the computer', 'cat: /etc/b: No such file or directory\n', {}],
  ['failed for another reason', 'Error from server (Forbidden): no', {}],
])('says nothing of what %s', (_what, stderr, doings) => {
  expect(unmade(stderr, { ...nothing, ...doings })).toBeUndefined()
})

const shown = ['NAME  READY  STATUS', 'web-1  1/1  Running']
const none = 'No resources found in default namespace.\n'

it('names the rows of a table that nobody made', () => {
  expect(unmadeRows('kubectl get pods -o wide', none, shown, nothing)?.message).toContain(
    'there is no Pod "web-1"',
  )
})

it.each<[string, string, string, readonly string[], Partial<Doings>]>([
  ['of what was made', 'kubectl get pods', none, shown, { given: ['name: web\n'] }],
  ['of another thing that is there', 'kubectl get pods', 'NAME\nb\n', shown, {}],
  ['of a kind of the cluster', 'kubectl get ipaddresses', none, shown, {}],
  ['of one object', 'kubectl get pods web-1', none, shown, {}],
])('says nothing of the rows %s', (_what, command, printed, lines, doings) => {
  expect(unmadeRows(command, printed, lines, { ...nothing, ...doings })).toBeUndefined()
})
