import { parse, stringify } from '../../component-base/yaml.ts'

interface Named {
  name: string
}
interface Kubeconfig {
  clusters?: (Named & { cluster: object })[]
  users?: (Named & { user: object })[]
  contexts?: (Named & { context: { cluster: string; user: string; namespace?: string } })[]
  'current-context'?: string
}

/**
 * A kubeconfig with the cluster and user of another added under the name `context`, which becomes the current one; its namespace
 * stays where it was set. What kind does to ~/.kube/config.
 */
export function mergedKubeconfig(before: string, added: string, context: string): string {
  const old = (parse(before) as Kubeconfig | null) ?? {}
  const one = parse(added) as Kubeconfig
  const known = old.contexts?.find(({ name }) => name === context)?.context
  const others = <T extends Named>(list: T[] | undefined): T[] =>
    (list ?? []).filter(({ name }) => name !== context)
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [...others(old.clusters), { name: context, cluster: one.clusters![0]!.cluster }],
    contexts: [
      ...others(old.contexts),
      { name: context, context: { ...known, cluster: context, user: context } },
    ],
    'current-context': context,
    users: [...others(old.users), { name: context, user: one.users![0]!.user }],
  })
}
