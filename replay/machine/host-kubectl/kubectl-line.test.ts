import { describe, expect, it } from 'vitest'
import { commandFlags, flagSets } from '../../../kubectl/flags/command-flags.ts'
import { flagKind, isBuiltin, readLine, written } from './kubectl-line.ts'

const line = (text: string): string => written(readLine(text.split(' '))).join(' ')

describe('a line for a kubectl of the host', () => {
  it.each([
    ['get pods -A -owide', 'get --all-namespaces=true --output=wide pods'],
    ['-n x get po/a', 'get --namespace=x po/a'],
    ['rollout status deploy/a -w=false', 'rollout status --watch=false deploy/a'],
    ['exec a -- cat --kubeconfig=/etc/a', 'exec a -- cat --kubeconfig=/etc/a'],
    ['cluster-info dump --namespaces a', 'cluster-info dump --namespaces=a'],
    ['debug a --profile=general', 'debug --profile=general a'],
    ['create secret tls a --cert=a --key=b', 'create secret tls --cert=a --key=b a'],
    ['label node a b=c d-', 'label node a b=c d-'],
    ['version --client', 'version --client=true'],
    ['autoscale deploy a --max 3 --cpu 50%', 'autoscale --max=3 --cpu=50% deploy a'],
  ])('%s', (typed, expected) => {
    expect(line(typed)).toBe(expected)
  })
  it.each([
    ['get --frob', "unknown flag: --frob\nSee 'kubectl get --help' for usage."],
    ['cp a:/x y', 'kubectl cp is not simulated'],
    ['edit node a', 'kubectl edit is not simulated'],
    ['apply edit-last-applied -f a', 'kubectl apply edit-last-applied is not simulated'],
    ['create -f a --edit', 'kubectl create: --edit is not simulated'],
    ['get pods --profile=cpu', 'kubectl get: --profile is not simulated'],
    ['get pods --profile-output=/tmp/x', 'kubectl get: --profile-output is not simulated'],
  ])('refuses %s', (typed, message) => {
    expect(() => line(typed)).toThrow(message)
  })
})

it.each([
  'frob',
  'plugin list',
  'completion bash',
  '__complete get',
  'alpha x',
  'config view',
  'kustomize .',
  'rollout x',
])('is not one for %s', (typed) => expect(isBuiltin(typed.split(' '))).toBe(true))

it('knows every flag of kubectl, or gives it to none', () => {
  const expand = (text: string): string[] =>
    text
      .split(' ')
      .filter((word) => word !== '')
      .flatMap((word) =>
        word.startsWith('@') ? expand(flagSets[word.slice(1)]!) : [word.replace(/[!,=].*/s, '')],
      )
  const refused = new Set(
    [...Object.entries(commandFlags), ['', '@global'] as const].flatMap(([path, text]) =>
      expand(text).filter((name) => flagKind(path, name) === undefined),
    ),
  )
  // Of commands that are not given to it at all, of programs that it would run, and of files that it would write.
  expect([...refused].sort()).toEqual(
    `accept-hosts accept-paths address api-prefix append-server-path as-current-user auth-provider auth-provider-arg current
    disable-filter edit embed-certs enable-alpha-plugins enable-helm exec-api-version exec-arg exec-command exec-env
    exec-interactive-mode exec-provide-cluster-info flatten helm-api-versions helm-command helm-debug helm-kube-version keepalive
    load-restrictor merge minify mount network network-name no-preserve profile profile-output proxy-url reject-methods reject-paths
    retries set-raw-bytes unix-socket www www-prefix`.split(/\s+/),
  )
})
