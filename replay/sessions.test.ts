import { describe, expect, it } from 'vitest'
import { commandLine } from './command-line.ts'
import { parseScript, type ScriptCommand } from './script.ts'
import { joinSessions, opensShell } from './sessions.ts'

const commands = (text: string, line = 1): readonly ScriptCommand[] =>
  parseScript({ kind: 'code', lang: '', meta: '', fence: '```', line, lines: text.split('\n') }).commands
const marked = (text: string): [string, number | undefined][] =>
  commands(text).map((one) => [one.text, one.inside?.line])

describe('a shell is opened by', () => {
  it.each([
    'kubectl exec -it web -- sh',
    'kubectl exec --stdin --tty web -n a -- /bin/bash',
    'kubectl exec -i -t web -c main -- bash -l',
    'kubectl exec -it <pod-name> -n <namespace> -- sh',
    'kubectl debug -it web --image=busybox',
    'kubectl debug node/a -it --image=busybox -- sh',
    'kubectl run -it --rm x --image=busybox --restart=Never -- sh',
    'docker exec -ti kind-control-plane bash',
    'sudo docker exec -it kind-worker /bin/sh',
    'ssh node-1',
    'ssh -i key.pem root@node-1',
    'minikube ssh',
    'minikube ssh -n worker',
    'nsenter -t 13 -m -u sh',
  ])('%s', (command) => {
    expect(opensShell(commandLine(command))).toBe(true)
  })
  it.each([
    'kubectl exec -it web -- ls /',
    'kubectl exec web -- sh',
    "kubectl exec -it web -- sh -c 'ls'",
    'kubectl exec -it web -- sh < script',
    'docker exec kind-control-plane crictl ps',
    'ssh node-1 uptime',
    "minikube ssh 'ls'",
    'kubectl get pods',
  ])('not by %s', (command) => {
    expect(opensShell(commandLine(command))).toBe(false)
  })
})

describe('what is typed in it', () => {
  it('ends with its block', () => {
    expect(marked('kubectl exec -it web -- sh\nls /\ncat /etc/hosts')).toEqual([
      ['kubectl exec -it web -- sh', undefined],
      ['ls /', 1],
      ['cat /etc/hosts', 1],
    ])
  })
  it('ends with exit', () => {
    expect(marked('$ docker exec -it node bash\n$ ls\n$ exit\n$ ls')).toEqual([
      ['docker exec -it node bash', undefined],
      ['ls', 1],
      ['exit', 1],
      ['ls', undefined],
    ])
  })
  it('ends where the prompt of the author is back', () => {
    expect(marked('$ docker exec -it node bash\nroot@node:/# ls\na\n$ kubectl get pods\n$ ls')).toEqual([
      ['docker exec -it node bash', undefined],
      ['ls', 1],
      ['kubectl get pods', undefined],
      ['ls', undefined],
    ])
  })
  it('ends where a program is typed that no container has', () => {
    expect(marked('$ kubectl exec -it web -- sh\n$ ls\n$ kubectl get pods')).toEqual([
      ['kubectl exec -it web -- sh', undefined],
      ['ls', 1],
      ['kubectl get pods', undefined],
    ])
  })
  it('has the prompt of a container, also in a block of its own', () => {
    const all = [...commands('$ kubectl exec -it web -- sh'), ...commands('/ # ls\nbin', 9)]
    expect(all[1]).toMatchObject({ text: 'ls', output: { lines: ['bin'] }, inside: { command: '', line: 9 } })
    joinSessions(all)
    expect(all[1]!.inside).toEqual({ command: 'kubectl exec -it web -- sh', line: 1 })
  })
})
